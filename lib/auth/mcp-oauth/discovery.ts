import { Refusal } from "@/lib/access/refusal";
import { errorResponse } from "@/lib/http/answer";
import { mcpSignInOff } from "@/lib/mcp-clients/address";
import { authorizationServerMetadata, protectedResourceMetadata } from "@/lib/mcp-clients/metadata";

/**
 * Serves a discovery document under its well-known name, and under that name with the path of what it describes, where
 * clients look first (RFC 8414 and RFC 9728, section 3.1).
 */
function serve(describe: () => object, describes: string) {
  return async (
    _request: Request,
    { params }: { params: Promise<{ path?: string[] }> },
  ): Promise<Response> => {
    const path = (await params).path?.join("/") ?? "";
    const off = mcpSignInOff();
    if (off || (path !== "" && path !== describes)) {
      return errorResponse(new Refusal("NOT_FOUND", { message: off }));
    }
    return Response.json(describe(), { headers: { "cache-control": "no-store" } });
  };
}

export const describeAuthorizationServer = serve(authorizationServerMetadata, "api/auth");
export const describeProtectedResource = serve(protectedResourceMetadata, "api/mcp");
