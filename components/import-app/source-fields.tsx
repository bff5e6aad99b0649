import { Trash2 } from "lucide-react";
import { TextEditor } from "@/components/definitions/text-editor";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select";
import { FORMATS, type Format, filesFor, type SourceFile } from "./formats";
import type { Source } from "./source-form";

type SourceKindProps = { source: Source; onChange: (source: Source) => void };

/** Which format it is, and what the app will be called. */
export function SourceKind({ source, onChange }: SourceKindProps) {
  const choose = (format: Format) => onChange({ ...source, format, files: filesFor(format, source.files) });
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <div className="grid gap-1.5">
        <Label htmlFor="format">Format</Label>
        <Select value={source.format} onValueChange={(format) => choose(format as Format)}>
          <SelectTrigger id="format" />
          <SelectContent>
            {Object.entries(FORMATS).map(([key, { name }]) => (
              <SelectItem key={key} value={key}>
                {name}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      </div>
      <div className="grid gap-1.5">
        <Label htmlFor="import-name">
          <span>
            Name of the app <span className="font-normal text-muted-foreground">(optional)</span>
          </span>
        </Label>
        <Input
          id="import-name"
          value={source.name}
          maxLength={200}
          autoComplete="off"
          placeholder="Taken from the files"
          onChange={(event) => onChange({ ...source, name: event.target.value })}
        />
      </div>
    </div>
  );
}

type FileFieldProps = {
  file: SourceFile;
  number: number;
  of: number;
  onChange: (file: SourceFile) => void;
  takeAway: () => void;
};

/** One file: its name, which says what it is, and its text. */
export function FileField({ file, number, of, onChange, takeAway }: FileFieldProps) {
  const called = file.name || `file ${number}`;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-2">
        <Input
          aria-label={`Name of file ${number}`}
          value={file.name}
          placeholder=".env"
          spellCheck={false}
          autoComplete="off"
          className="max-w-[280px] font-mono text-xs max-md:max-w-none max-md:text-[16px]"
          onChange={(event) => onChange({ ...file, name: event.target.value })}
        />
        {of > 1 && (
          <Button size="icon" variant="ghost" aria-label={`Take ${called} away`} onClick={takeAway}>
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
      <TextEditor
        aria-label={`Text of ${called}`}
        value={file.content}
        placeholder={`Paste ${called} here`}
        onChange={(content) => onChange({ ...file, content })}
        className={of > 1 ? "h-56" : "h-80"}
      />
    </div>
  );
}
