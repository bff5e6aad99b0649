"use client";

import { Failure } from "@/components/marks/failure";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-[560px] content-center p-5">
      <Failure error={error} retry={reset} />
    </main>
  );
}
