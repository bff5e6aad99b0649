import { describeProtectedResource } from "@/lib/auth/mcp-oauth/discovery";

export { describeProtectedResource as GET };
