"use client";

import { FilePen } from "lucide-react";
import { useState, useTransition } from "react";
import { toast } from "sonner";
import { useKept } from "@/components/definitions/use-kept";
import type { SaveDefinition } from "@/components/definitions/use-save";
import { counted, listed } from "@/components/marks/words";
import { api } from "@/components/shell/live";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ImportResult } from "@/lib/app-import/schema";
import { ApiError } from "@/lib/sdk/client";
import { ConvertedApp } from "./converted-app";
import { FORMATS } from "./formats";
import { RefusedApp } from "./refused-app";
import { type Source, SourceForm } from "./source-form";

type Work = {
  source: Source;
  result: ImportResult | null;
  /** The definition as it came, and as it was edited since. */
  converted: string;
  text: string;
};

const NOTHING: Work = {
  source: { format: "auto", name: "", files: [{ name: "docker-compose.yml", content: "" }] },
  result: null,
  converted: "",
  text: "",
};

/** From the files of another format to an app of one's own: convert, look at the report, edit, save. */
export function ImportView({ save }: { save: SaveDefinition }) {
  const work = useKept("import", NOTHING);
  const { source, result, converted, text } = work.value;
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, start] = useTransition();
  function convert() {
    start(async () => {
      setFailure(undefined);
      try {
        const next = await api.apps.import(toInput(source));
        const written = next.ok ? `${JSON.stringify(next.definition, null, 2)}\n` : "";
        work.set({ source, result: next, converted: written, text: written });
        setOpen(!next.ok);
      } catch (error) {
        setFailure(
          error instanceof ApiError ? error.message : "The server did not answer. Try again in a moment.",
        );
      }
    });
  }
  function startOver() {
    const before = work.value;
    work.forget();
    toast("Started over", { duration: 10_000, action: { label: "Undo", onClick: () => work.set(before) } });
  }
  const form = (
    <SourceForm
      source={source}
      onChange={(next) => work.set({ ...work.value, source: next })}
      busy={busy}
      failure={failure}
      losesEdits={text !== converted}
      convert={convert}
    />
  );
  if (!result) return form;
  if (!result.ok) {
    return (
      <div className="grid gap-5">
        <RefusedApp result={result} />
        {form}
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      {open ? form : <SourceLine source={source} format={result.format} onChange={() => setOpen(true)} />}
      <ConvertedApp
        text={text}
        report={result.report}
        onChange={(next) => work.set({ ...work.value, text: next })}
        save={save}
        onSaved={work.forget}
        startOver={startOver}
      />
    </div>
  );
}

function SourceLine({
  source,
  format,
  onChange,
}: {
  source: Source;
  format: ImportResult["format"];
  onChange: () => void;
}) {
  const files = source.files.filter(({ content }) => content.trim() !== "");
  const lines = files.reduce((sum, { content }) => sum + content.trimEnd().split("\n").length, 0);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 text-sm max-md:px-4">
      <span className="min-w-0 break-words">
        <b>{FORMATS[format].name}</b>
        <span className="text-muted-foreground">
          {" "}
          · {listed(files.map(({ name }) => name))} · {counted(lines, "line")}
        </span>
      </span>
      <Button size="sm" onClick={onChange}>
        <FilePen aria-hidden />
        Change the files
      </Button>
    </Card>
  );
}

function toInput({ format, name, files }: Source) {
  const given = files.filter(({ content }) => content.trim() !== "");
  return {
    format,
    files: given.map((file, at) => ({ ...file, name: file.name.trim() || `file-${at + 1}` })),
    ...(name.trim() && { name: name.trim() }),
  };
}
