import { Refusal } from "@/lib/access/refusal";
import { errorResponse } from "@/lib/http/answer";

const unknown = () =>
  errorResponse(
    new Refusal("NOT_FOUND", { message: "There is no such route. GET /api/openapi.json lists them all." }),
  );

// Programs ask here: they are answered as everywhere, and not with a page.
export { unknown as DELETE, unknown as GET, unknown as PATCH, unknown as POST, unknown as PUT };
