export { blockPerson } from "./block";
export { listPeople } from "./list";
export { unblockPerson } from "./unblock";
