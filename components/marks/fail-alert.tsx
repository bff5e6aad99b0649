import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";

type FailAlertProps = {
  children: ReactNode;
  /** It was there when the page came, so that nothing has to be announced. */
  standing?: boolean;
  className?: string;
};

/** What failed, and why: announced when it appears. */
export function FailAlert({ children, standing, className }: FailAlertProps) {
  return (
    <Alert variant="fail" role={standing ? undefined : "alert"} className={className}>
      <CircleAlert aria-hidden />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </Alert>
  );
}
