import { route } from "@/lib/http/route";
import { listProposals } from "@/lib/proposals";

export const GET = route(listProposals);
