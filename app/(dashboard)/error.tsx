"use client";

import { Failure } from "@/components/marks/failure";
import { Page } from "@/components/shell/page";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Page crumbs={[{ label: "Something failed" }]}>
      <Failure error={error} retry={reset} />
    </Page>
  );
}
