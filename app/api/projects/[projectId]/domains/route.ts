import { addDomain, listDomains } from "@/lib/domains";
import { route } from "@/lib/http/route";

export const GET = route(listDomains);
export const POST = route(addDomain);
