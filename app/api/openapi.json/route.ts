import { openApiDocument } from "@/lib/http/openapi";

/** The description of this API: public, since it says nothing of this instance. */
export const GET = () => Response.json(openApiDocument());
