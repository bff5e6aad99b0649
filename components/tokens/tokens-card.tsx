"use client";

import { Plus } from "lucide-react";
import type { Ref } from "react";
import { counted } from "@/components/marks/words";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import type { GrantChoice } from "@/lib/grants/schema";
import type { TokenRow } from "@/lib/tokens/schema";
import type { TokenActions } from "./actions";
import { COLUMNS, TokenLine } from "./token-line";

type TokensCardProps = {
  tokens: TokenRow[];
  choices: readonly GrantChoice[];
  organization: string;
  revoke: TokenActions["revoke"];
  /** Opens the form for another; absent while it is open. */
  begin: (() => void) | undefined;
  beginRef: Ref<HTMLButtonElement>;
  /** Called with what was just revoked. */
  forget: (tokenId: string) => void;
};

/** The tokens there are, the newest first. */
export function TokensCard({
  tokens,
  choices,
  organization,
  revoke,
  begin,
  beginRef,
  forget,
}: TokensCardProps) {
  return (
    <Card aria-labelledby="tokens-title">
      <CardHeader>
        <div>
          <h2 id="tokens-title">Your tokens</h2>
          <p className="text-xs text-muted-foreground">
            {counted(tokens.length, "token")} in {organization}
          </p>
        </div>
        {begin && (
          <Button ref={beginRef} variant="primary" onClick={begin}>
            <Plus aria-hidden />
            New token
          </Button>
        )}
      </CardHeader>
      {tokens.length === 0 ? (
        <p className="px-5 py-4 text-sm text-muted-foreground max-md:px-4">
          There is none yet. What you create stands here, with what it may do and when it was last used.
        </p>
      ) : (
        <>
          <div
            aria-hidden
            className={`${COLUMNS} border-b border-border-soft py-2 text-xs text-muted-foreground max-md:hidden`}
          >
            <span>Name</span>
            <span>May do</span>
            <span>Last used</span>
            <span>Expires</span>
            <span />
          </div>
          <ul>
            {tokens.map((token) => (
              <TokenLine key={token.id} token={token} choices={choices} revoke={revoke} forget={forget} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
