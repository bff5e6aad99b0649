import { route } from "@/lib/http/route";
import { showProposal } from "@/lib/proposals";

export const GET = route(showProposal);
