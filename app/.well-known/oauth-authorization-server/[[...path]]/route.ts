import { describeAuthorizationServer } from "@/lib/auth/mcp-oauth/discovery";

export { describeAuthorizationServer as GET };
