"use client";

import { RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
import { CheckCard } from "@/components/definitions/check-card";
import { SaveBar } from "@/components/definitions/save-bar";
import { type EditorHandle, TextEditor } from "@/components/definitions/text-editor";
import { marksOf, useCheck } from "@/components/definitions/use-check";
import { type SaveDefinition, useSave } from "@/components/definitions/use-save";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Label } from "@/components/ui/label";
import { ToggleGroup } from "@/components/ui/toggle-group";
import type { ReportLine } from "@/lib/app-import/schema";
import { ReportCard } from "./report-card";

type Pane = "definition" | "report";

type ConvertedAppProps = {
  text: string;
  report: readonly ReportLine[];
  onChange: (text: string) => void;
  save: SaveDefinition;
  onSaved: () => void;
  startOver: () => void;
};

/** What an import made, to be edited, beside what became of each part; one of the two at a time where it is narrow. */
export function ConvertedApp({ text, report, onChange, save, onSaved, startOver }: ConvertedAppProps) {
  const editor = useRef<EditorHandle>(null);
  const [pane, setPane] = useState<Pane>("definition");
  const check = useCheck(text, undefined);
  const saving = useSave(save, onSaved);
  const errors = check.current ? check.problems.filter(({ tone }) => tone === "fail") : [];
  function goTo(line: number) {
    setPane("definition");
    // The text has to be drawn before the cursor can go there.
    setTimeout(() => editor.current?.goTo(line));
  }
  function onSave() {
    const first = errors.find(({ line }) => line !== undefined);
    if (first?.line !== undefined) goTo(first.line);
    else saving.run(text);
  }
  return (
    <>
      <div className="lg:hidden">
        <ToggleGroup
          label="Show"
          value={pane}
          choices={[
            { value: "definition", label: "Definition" },
            { value: "report", label: `Report (${report.length})` },
          ]}
          onChange={setPane}
        />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_420px]">
        <div className={cn("grid min-w-0 gap-2", pane !== "definition" && "max-lg:hidden")}>
          <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
            <Label htmlFor="definition">Definition</Label>
            <Button size="sm" variant="ghost" onClick={startOver}>
              <RotateCcw aria-hidden />
              Start over
            </Button>
          </div>
          <TextEditor
            id="definition"
            handle={editor}
            value={text}
            onChange={onChange}
            marks={marksOf(check)}
            aria-invalid={errors.length > 0}
            className="h-[max(480px,calc(100dvh-330px))] max-md:h-[56dvh]"
          />
        </div>
        <div className="grid min-w-0 gap-5 lg:mt-9">
          <CheckCard check={check} goTo={goTo} className={cn(pane !== "definition" && "max-lg:hidden")} />
          <ReportCard lines={report} className={cn(pane !== "report" && "max-lg:hidden")} />
        </div>
      </div>
      <SaveBar
        label="Save as custom app"
        cancelHref="/apps"
        errors={errors.length}
        failure={saving.failure}
        busy={saving.busy}
        save={onSave}
      />
    </>
  );
}
