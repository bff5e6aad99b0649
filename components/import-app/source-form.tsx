"use client";

import { ArrowRight, Plus } from "lucide-react";
import type { FormEvent } from "react";
import { FileButton, type ReadFile } from "@/components/definitions/file-button";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import type { Format, SourceFile } from "./formats";
import { FileField, SourceKind } from "./source-fields";

export type Source = { format: Format; name: string; files: SourceFile[] };

type SourceFormProps = {
  source: Source;
  onChange: (source: Source) => void;
  busy: boolean;
  failure: string | undefined;
  /** Whether converting would throw away edits of the definition. */
  losesEdits: boolean;
  convert: () => void;
};

const MOST_FILES = 20;

/** The files of another format, pasted or chosen, and which format it is. */
export function SourceForm({ source, onChange, convert, ...state }: SourceFormProps) {
  const { files } = source;
  const empty = files.every(({ content }) => content.trim() === "");
  const setFiles = (next: SourceFile[]) => onChange({ ...source, files: next });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!empty && !state.busy) convert();
  }
  function addFiles(read: readonly ReadFile[]) {
    const names = new Set(read.map((file) => file.name));
    const kept = files.filter((file) => !names.has(file.name) && file.content.trim() !== "");
    setFiles([...read, ...kept].slice(0, MOST_FILES));
  }
  return (
    <form onSubmit={onSubmit}>
      <Card aria-labelledby="files">
        <CardHeader>
          <h2 id="files">Files</h2>
          <FileButton
            size="sm"
            multiple
            label="Choose files"
            accept=".yml,.yaml,.json,.toml,.env,text/*"
            onFiles={addFiles}
          />
        </CardHeader>
        <CardBody className="grid gap-4">
          <SourceKind source={source} onChange={onChange} />
          {files.map((file, at) => (
            <FileField
              // biome-ignore lint/suspicious/noArrayIndexKey: a file's name changes while it is typed
              key={at}
              file={file}
              number={at + 1}
              of={files.length}
              onChange={(next) => setFiles(files.map((one, on) => (on === at ? next : one)))}
              takeAway={() => setFiles(files.filter((_, on) => on !== at))}
            />
          ))}
          <div>
            <Button
              size="sm"
              variant="ghost"
              disabled={files.length >= MOST_FILES}
              onClick={() => setFiles([...files, { name: "", content: "" }])}
            >
              <Plus aria-hidden />
              Add a file that it uses, such as .env
            </Button>
          </div>
        </CardBody>
        <ConvertBar {...state} empty={empty} />
      </Card>
    </form>
  );
}

type ConvertBarProps = Pick<SourceFormProps, "busy" | "failure" | "losesEdits"> & { empty: boolean };

function ConvertBar({ busy, failure, losesEdits, empty }: ConvertBarProps) {
  return (
    <CardFooter className="flex flex-wrap items-center justify-end gap-3 text-sm">
      {failure ? (
        <span role="alert" className="text-fail">
          {failure}
        </span>
      ) : (
        losesEdits && (
          <span className="text-warn">Converting again replaces what you edited in the definition.</span>
        )
      )}
      <Button type="submit" variant="primary" disabled={empty || busy} className="max-md:w-full">
        {busy ? "Converting…" : "Convert"}
        <ArrowRight aria-hidden />
      </Button>
    </CardFooter>
  );
}
