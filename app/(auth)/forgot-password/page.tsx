import type { Metadata } from "next";
import Link from "next/link";
import { mailIsSetUp } from "@/lib/mail";
import { Frame } from "../frame";
import { askAction } from "./actions";
import { AskForm } from "./ask-form";
import { NoMailNote } from "./no-mail-note";

export const metadata: Metadata = { title: "Forgot your password?" };

export default function ForgotPasswordPage() {
  const mail = mailIsSetUp();
  return (
    <Frame
      title="Forgot your password?"
      below={mail ? "A link to choose a new one comes by mail." : undefined}
      footer={
        <Link href="/sign-in" className="underline underline-offset-3">
          Back to sign in
        </Link>
      }
    >
      {mail ? <AskForm ask={askAction} /> : <NoMailNote />}
    </Frame>
  );
}
