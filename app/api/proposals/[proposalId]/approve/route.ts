import { route } from "@/lib/http/route";
import { approveProposal } from "@/lib/proposals";

export const POST = route(approveProposal);
