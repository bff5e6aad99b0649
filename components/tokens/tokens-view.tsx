"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import type { GrantChoice } from "@/lib/grants/schema";
import type { MadeToken, TokenRow } from "@/lib/tokens/schema";
import type { TokenActions } from "./actions";
import { NewTokenCard } from "./new-token-card";
import { ReadyCard } from "./ready-card";
import { TokensCard } from "./tokens-card";

type TokensViewProps = {
  tokens: TokenRow[];
  choices: GrantChoice[];
  organization: string;
  actions: TokenActions;
};

/** The tokens of one person in one organization: the one just made, the form for the next, and all of them. */
export function TokensView({ tokens, choices, organization, actions }: TokensViewProps) {
  const router = useRouter();
  const opener = useRef<HTMLButtonElement>(null);
  const [writing, setWriting] = useState(tokens.length === 0);
  const [made, setMade] = useState<MadeToken>();
  function close() {
    setWriting(false);
    requestAnimationFrame(() => opener.current?.focus());
  }
  function show(token: MadeToken) {
    setMade(token);
    setWriting(false);
    router.refresh();
  }
  return (
    <>
      {made && <ReadyCard key={made.id} made={made} close={() => setMade(undefined)} />}
      {writing && (
        <NewTokenCard
          choices={choices}
          organization={organization}
          create={actions.create}
          done={show}
          cancel={tokens.length > 0 || made ? close : undefined}
        />
      )}
      <TokensCard
        tokens={tokens}
        choices={choices}
        organization={organization}
        revoke={actions.revoke}
        begin={writing ? undefined : () => setWriting(true)}
        beginRef={opener}
        forget={(id) => made?.id === id && setMade(undefined)}
      />
    </>
  );
}
