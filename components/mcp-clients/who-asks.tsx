import { TimeAgo } from "@/components/marks/time-ago";
import { asksFor, whereTo } from "./words";

/** A client that asks to be allowed something. */
export type Asking = {
  name: string;
  redirectUri: string;
  scopes: string[];
  registeredAt: string;
  /** It may do something already. */
  known: boolean;
};

/** Where a request comes from and what it asks for, as far as anybody can know. */
export function WhoAsks({ asking }: { asking: Asking }) {
  const { redirectUri, scopes, registeredAt, known } = asking;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <dt className="text-muted-foreground">Answer to</dt>
      <dd className="min-w-0">
        <code className="break-all">{redirectUri}</code>, {whereTo(redirectUri)}
      </dd>
      <dt className="text-muted-foreground">Registered</dt>
      <dd className="first-letter:uppercase">
        <TimeAgo at={registeredAt} everyMs={60_000} />, by itself. Its name is not verified.
      </dd>
      <dt className="text-muted-foreground">Asks to</dt>
      <dd>{asksFor(scopes)}</dd>
      {known && (
        <>
          <dt className="text-muted-foreground">Now</dt>
          <dd>It is connected already. What stands below is what it may do now; your answer replaces it.</dd>
        </>
      )}
    </dl>
  );
}
