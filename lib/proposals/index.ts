export { approveProposal } from "./approve";
export { declineProposal } from "./decline";
export { listProposals } from "./list";
export { makeProposal } from "./make";
export { showProposal } from "./show";
