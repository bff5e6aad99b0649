import { route } from "@/lib/http/route";
import { declineProposal } from "@/lib/proposals";

export const POST = route(declineProposal);
