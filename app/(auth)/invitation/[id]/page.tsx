import { CircleAlert, CircleCheck } from "lucide-react";
import type { Metadata, Route } from "next";
import Link from "next/link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { lookAtInvitation, type OpenInvitation } from "@/lib/auth/invitation/page";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { ROLES } from "@/lib/members/rules";
import { Frame } from "../../frame";
import { AcceptForm } from "./accept-form";
import { acceptAction, changePersonAction, joinAction } from "./actions";
import { JoinForm } from "./join-form";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

export default async function InvitationPage({ params }: PageProps<"/invitation/[id]">) {
  const { id } = await params;
  const found = await lookAtInvitation(id);
  if ("closed" in found) return <Closed why={found.closed} />;
  const { open } = found;
  const role = ROLES.find((entry) => entry.role === open.role);
  return (
    <Frame
      title={`Join ${open.organizationName}`}
      below={`${open.inviterName} invites you.`}
      footer="If you do not know what this is about, close this page: nothing has happened."
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-md border bg-card px-3.5 py-3 text-sm">
        <dt className="text-muted-foreground">For</dt>
        <dd className="min-w-0 font-semibold break-words">{open.email}</dd>
        <dt className="text-muted-foreground">As</dt>
        <dd className="min-w-0">
          <span className="font-semibold">{role?.label}</span>
          <span className="block text-xs text-muted-foreground">{role?.means}</span>
        </dd>
      </dl>
      <Way id={id} open={open} here={await whoIsHere()} />
    </Frame>
  );
}

/** The way on: for who is signed in, for who has an account, for somebody new. */
function Way({ id, open, here }: { id: string; open: OpenInvitation; here: string | undefined }) {
  if (here === open.email) {
    return <AcceptForm accept={acceptAction.bind(null, id)} organization={open.organizationName} />;
  }
  if (here) return <WrongPerson id={id} here={here} wanted={open.email} />;
  if (open.hasAccount) {
    return (
      <>
        <p className="text-muted-foreground">
          You have an account here already. Sign in, and you come back here.
        </p>
        <Button asChild variant="primary" size="lg">
          <Link href={`/sign-in?next=${encodeURIComponent(`/invitation/${id}`)}` as Route}>
            Sign in to accept
          </Link>
        </Button>
      </>
    );
  }
  return <JoinForm join={joinAction.bind(null, id)} email={open.email} />;
}

function WrongPerson({ id, here, wanted }: { id: string; here: string; wanted: string }) {
  return (
    <>
      <Alert variant="warn">
        <CircleAlert aria-hidden />
        <div className="min-w-0 break-words">
          You are signed in as <b>{here}</b>. This invitation is for <b>{wanted}</b>, and only that address
          can accept it.
        </div>
      </Alert>
      <form action={changePersonAction.bind(null, id)} className="grid gap-2">
        <Button type="submit" variant="primary" size="lg">
          Sign out and go on
        </Button>
        <Button asChild size="lg">
          <Link href="/apps">Stay signed in</Link>
        </Button>
      </form>
    </>
  );
}

const CLOSED = {
  accepted: "This invitation was accepted already. If it was you, sign in.",
  expired: "This invitation has expired: a link works for seven days. Ask for a new one.",
  withdrawn: "This invitation was withdrawn, or its link is incomplete. Ask for a new one.",
};

function Closed({ why }: { why: keyof typeof CLOSED }) {
  const Icon = why === "accepted" ? CircleCheck : CircleAlert;
  return (
    <Frame title="Invitation" footer="Only an admin of the organization can invite you again.">
      <Alert variant={why === "accepted" ? "primary" : "fail"}>
        <Icon aria-hidden />
        <div>{CLOSED[why]}</div>
      </Alert>
      <Button asChild size="lg">
        <Link href="/sign-in">Go to sign in</Link>
      </Button>
    </Frame>
  );
}

/** The address of who is signed in; not knowing counts as nobody. */
async function whoIsHere(): Promise<string | undefined> {
  return callerFromCookies().then(
    ({ email }) => email,
    () => undefined,
  );
}
