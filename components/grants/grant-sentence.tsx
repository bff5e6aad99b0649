import { Fragment } from "react";
import type { Part } from "./words";

/** What something will be able to do, in a plain sentence that is read out when it changes. */
export function GrantSentence({ parts }: { parts: readonly Part[] }) {
  return (
    <p role="status" className="rounded-md bg-primary-soft px-4 py-3 text-sm break-words">
      {parts.map(({ text, strong }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no other order
        <Fragment key={at}>{strong ? <b>{text}</b> : text}</Fragment>
      ))}
    </p>
  );
}
