import { ShownOnce } from "@/components/marks/shown-once";

/** The signing secret of a webhook, this one time. */
export function SecretCard({ name, secret, close }: { name: string; secret: string; close: () => void }) {
  const lead = (
    <>
      Copy it now; it is not shown again. With it your program verifies the header{" "}
      <code>webhook-signature</code>, as Standard Webhooks says.
    </>
  );
  return (
    <ShownOnce
      id="secret-title"
      title={`The signing secret of “${name}”`}
      lead={lead}
      secret={secret}
      copyLabel="Copy the signing secret"
      close={close}
    />
  );
}
