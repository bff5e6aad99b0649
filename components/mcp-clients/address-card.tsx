import { CircleAlert } from "lucide-react";
import { CopyButton } from "@/components/marks/copy-button";
import { Alert } from "@/components/ui/alert";
import { Card, CardBody, CardHeader } from "@/components/ui/card";

type AddressCardProps = {
  address: string;
  /** Why clients cannot sign in by themselves here. */
  off: string | undefined;
};

/** The one thing that a client has to be given. */
export function AddressCard({ address, off }: AddressCardProps) {
  return (
    <Card aria-labelledby="address-title">
      <CardHeader>
        <h2 id="address-title">Connect a client</h2>
      </CardHeader>
      <CardBody className="grid gap-3">
        <p className="text-sm text-muted-foreground">
          Give this address to an AI client that speaks MCP, such as an editor or an assistant. It then opens
          a page here that asks what it may do.
        </p>
        <div className="flex items-center rounded-md bg-muted py-0.5 pr-0.5 pl-3">
          <code className="min-w-0 flex-1 break-all">{address}</code>
          <CopyButton text={address} label="Copy the address" />
        </div>
        {off && (
          <Alert variant="warn">
            <CircleAlert aria-hidden />
            <div className="min-w-0">{off}</div>
          </Alert>
        )}
      </CardBody>
    </Card>
  );
}
