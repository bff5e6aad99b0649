"use client";

import { RotateCcw } from "lucide-react";
import type { Route } from "next";
import { useRef } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { CheckCard } from "./check-card";
import { FileButton } from "./file-button";
import { SaveBar } from "./save-bar";
import { type EditorHandle, TextEditor } from "./text-editor";
import { marksOf, useCheck } from "./use-check";
import { useKept } from "./use-kept";
import { type SaveDefinition, useSave } from "./use-save";

type DefinitionFormProps = {
  /** The text to begin with. */
  source: string;
  /** The id of the app that is edited; a new one without. */
  replaces?: string;
  cancelHref: Route;
  save: SaveDefinition;
};

/** Writes, pastes or loads a definition, with what is wrong beside it. */
export function DefinitionForm({ source, replaces, cancelHref, save }: DefinitionFormProps) {
  const editor = useRef<EditorHandle>(null);
  const text = useKept(`definition:${replaces ?? "new"}`, source);
  const check = useCheck(text.value, replaces);
  const saving = useSave(save, text.forget);
  const errors = check.current ? check.problems.filter(({ tone }) => tone === "fail") : [];
  function replace(what: string, change: () => void) {
    const before = text.value;
    change();
    toast(what, { duration: 10_000, action: { label: "Undo", onClick: () => text.set(before) } });
  }
  function onSave() {
    const first = errors.find(({ line }) => line !== undefined);
    if (first?.line !== undefined) editor.current?.goTo(first.line);
    else saving.run(text.value);
  }
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 gap-2">
          <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
            <Label htmlFor="definition">Definition</Label>
            <span className="flex flex-wrap items-center gap-2">
              {text.restored && (
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => replace("Your changes were dropped", text.forget)}
                >
                  <RotateCcw aria-hidden />
                  Drop my changes
                </Button>
              )}
              <FileButton
                size="sm"
                label="Choose a file"
                accept=".json,application/json"
                onFiles={([file]) => file && replace(`${file.name} was read`, () => text.set(file.content))}
              />
            </span>
          </div>
          <TextEditor
            id="definition"
            handle={editor}
            value={text.value}
            onChange={text.set}
            marks={marksOf(check)}
            aria-invalid={errors.length > 0}
            aria-describedby="definition-help"
            className="h-[max(420px,calc(100dvh-330px))] max-md:h-[56dvh]"
          />
          <p id="definition-help" className="text-xs text-muted-foreground">
            JSON, at most 256 KiB. Everybody in your organization can read it: leave real passwords to{" "}
            <code>configFields</code> and <code>settings</code>.
            {text.restored && " This is what you wrote before; it is not saved yet."}
          </p>
        </div>
        <CheckCard check={check} goTo={(line) => editor.current?.goTo(line)} className="lg:mt-9" />
      </div>
      <SaveBar
        label={replaces ? "Save changes" : "Save app"}
        cancelHref={cancelHref}
        errors={errors.length}
        failure={saving.failure}
        busy={saving.busy}
        save={onSave}
      />
    </>
  );
}
