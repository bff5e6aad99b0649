import { serveMcp } from "@/lib/http/mcp";

/** Tools for AI agents. Any other method is 405: without sessions there is nothing to listen to, or to end. */
export const POST = serveMcp;

export const OPTIONS = () => new Response(null, { status: 204, headers: { allow: "OPTIONS, POST" } });
