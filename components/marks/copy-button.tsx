"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { copyText } from "./copy-text";

type CopyButtonProps = { text: string; label: string; showLabel?: boolean };

/** Copies, and says for two seconds that it did. */
export function CopyButton({ text, label, showLabel }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    if (await copyText(text)) setCopied(true);
    else
      toast.error("The browser did not allow copying", {
        description: "Select the text and copy it by hand.",
      });
  }
  const Icon = copied ? Check : Copy;
  return (
    <Button
      variant={showLabel ? "outline" : "ghost"}
      size={showLabel ? "sm" : "icon-sm"}
      aria-label={copied ? "Copied" : label}
      onClick={copy}
    >
      <Icon aria-hidden />
      {showLabel && (copied ? "Copied" : "Copy")}
    </Button>
  );
}
