import { z } from "zod";
import { REFUSALS } from "@/lib/access/refusal";
import { OPERATIONS } from "@/lib/operation/all";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of this API, made from the declarations that serve it. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const verb of OPERATIONS) {
    const [method = "", path = ""] = verb.rest.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeVerb(verb, method, path) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Roadstead", version: "1", license: { name: "Apache-2.0" } },
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "roadstead.session_token" },
        token: { type: "http", scheme: "bearer" },
      },
      schemas: { Error: ERROR },
    },
  };
}

const ERROR = {
  type: "object",
  required: ["code", "message", "requestId"],
  properties: {
    code: { type: "string", enum: Object.keys(REFUSALS) },
    message: { type: "string" },
    issues: {
      type: "array",
      items: { type: "object", properties: { path: { type: "string" }, message: { type: "string" } } },
    },
    requestId: { type: "string" },
  },
};

function describeVerb(verb: (typeof OPERATIONS)[number], method: string, path: string): Json {
  const { $schema: _, ...input } = z.toJSONSchema(verb.input, { io: "input", unrepresentable: "any" }) as {
    $schema?: string;
    properties?: Record<string, Json>;
    required?: string[];
  };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const others = Object.keys(input.properties ?? {}).filter((name) => !inPath.includes(name));
  const parameter = (name: string, place: "path" | "query") => ({
    name,
    in: place,
    required: place === "path" || (input.required ?? []).includes(name),
    schema: input.properties?.[name] ?? { type: "string" },
  });
  const inQuery = method === "GET" ? others.map((name) => parameter(name, "query")) : [];
  const body = method !== "GET" &&
    others.length > 0 && {
      requestBody: { content: { "application/json": { schema: bodySchema(input, inPath) } } },
    };
  const { $schema: __, ...output } = z.toJSONSchema(verb.output, {
    io: "output",
    unrepresentable: "any",
  }) as Json;
  const types = verb.download
    ? Object.values(verb.download.types)
    : [verb.kind === "stream" ? "text/event-stream" : "application/json"];
  return {
    operationId: verb.id,
    summary: verb.summary,
    "x-permission": verb.permission,
    security: verb.permission === "public" ? [] : [{ session: [] }, { token: [] }],
    parameters: [...inPath.map((name) => parameter(name, "path")), ...inQuery],
    ...body,
    responses: {
      [String(verb.status ?? 200)]:
        verb.status === 204
          ? { description: "Done" }
          : {
              description: "Done",
              content: Object.fromEntries(types.map((type) => [type, { schema: output }])),
            },
      default: {
        description: "Refused",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function bodySchema(
  input: { properties?: Record<string, Json>; required?: string[] },
  inPath: string[],
): Json {
  const properties = Object.fromEntries(
    Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name)),
  );
  return { ...input, properties, required: (input.required ?? []).filter((name) => !inPath.includes(name)) };
}
