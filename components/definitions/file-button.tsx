"use client";

import { FileUp } from "lucide-react";
import { useRef } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { LONGEST_FILE } from "@/lib/app-import/schema";

export type ReadFile = { name: string; content: string };

type FileButtonProps = {
  label: string;
  accept: string;
  multiple?: boolean;
  size?: "sm" | "md";
  onFiles: (files: ReadFile[]) => void;
};

/** Reads text files that somebody chooses; one that is too long is named and left alone. */
export function FileButton({ label, accept, multiple, size, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  async function onChoose(chosen: FileList | null) {
    const files: ReadFile[] = [];
    for (const file of chosen ?? []) {
      if (file.size > LONGEST_FILE) {
        toast.error(`${file.name} is too long`, { description: "A file is at most 256 KiB long." });
        continue;
      }
      files.push({ name: file.name, content: await file.text() });
    }
    if (input.current) input.current.value = "";
    if (files.length > 0) onFiles(files);
  }
  return (
    <>
      <Button size={size} onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => void onChoose(event.target.files)}
      />
    </>
  );
}
