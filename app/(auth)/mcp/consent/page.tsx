import { CircleAlert } from "lucide-react";
import type { Metadata } from "next";
import { ConsentCard } from "@/components/mcp-clients/consent-card";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Refusal } from "@/lib/access/refusal";
import { type ConsentRequest, readConsentRequest } from "@/lib/auth/mcp-oauth/consent";
import { requireCaller } from "@/lib/auth/page-caller";
import { askedFor, placesOf } from "@/lib/mcp-clients";
import { Frame } from "../../frame";
import { answerConsentAction, changePersonAction } from "./actions";
import { ConsentFrame } from "./consent-frame";

export const metadata: Metadata = { title: "Connect an AI client", referrer: "no-referrer" };

export default async function ConsentPage({ searchParams }: PageProps<"/mcp/consent">) {
  const query = asQuery(await searchParams);
  const error = query.get("error");
  if (error) return <Refused why={error} />;
  const request = await readRequest(query.toString());
  if (!request) return <Refused why="over" again={query} />;
  const caller = await requireCaller(`/mcp/consent?${query}`);
  const asking = await askedFor(caller, request);
  if (!asking) return <Refused why="invalid_client" />;
  const { present, ...client } = asking;
  const places = await placesOf(caller);
  if (places.length === 0) return <Refused why="nowhere" />;
  const first = { organizationId: caller.organizationId, readOnly: false, propose: true, grants: null };
  const { scoped: _, ...limits } = present ?? { ...first, scoped: false };
  return (
    <ConsentFrame email={caller.email} changePerson={changePersonAction.bind(null, query.toString())}>
      <ConsentCard
        asking={{ ...client, ...request, known: present !== undefined }}
        person={caller.name}
        places={places}
        present={limits}
        answer={answerConsentAction.bind(null, query.toString())}
      />
    </ConsentFrame>
  );
}

/** The query as it was signed: what stands in it twice is there twice. */
function asQuery(given: Record<string, string | string[] | undefined>): URLSearchParams {
  const pairs = Object.entries(given).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  return new URLSearchParams(pairs);
}

async function readRequest(query: string): Promise<ConsentRequest | undefined> {
  try {
    return await readConsentRequest(query);
  } catch (error) {
    if (error instanceof Refusal && error.code === "CONSENT_EXPIRED") return undefined;
    throw error;
  }
}

const WHY: Record<string, string> = {
  invalid_client:
    "This instance does not know the client. It was forgotten, or belongs to another instance. Remove the connection in the client, then add it again.",
  invalid_redirect:
    "The client wants its answer sent to an address that it did not register. Remove the connection in the client, then add it again.",
  over: "This request is older than ten minutes, or its address is not complete.",
  nowhere: "You belong to no organization, so that there is nothing a client could work with.",
};

function Refused({ why, again }: { why: string; again?: URLSearchParams }) {
  return (
    <Frame title="Connect an AI client" footer="Nothing was connected.">
      <Alert variant="fail">
        <CircleAlert aria-hidden />
        <div>
          {WHY[why] ?? "The client's request is not one that can be answered. Try again from the client."}
        </div>
      </Alert>
      {again?.has("client_id") && (
        <Button asChild size="lg">
          <a href={`/api/auth/mcp/authorize?${again}`}>Ask again</a>
        </Button>
      )}
    </Frame>
  );
}
