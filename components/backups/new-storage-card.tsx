"use client";

import { type FormEvent, useState } from "react";
import { FailAlert } from "@/components/marks/fail-alert";
import { FormFooter } from "@/components/marks/form-footer";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import { TextField } from "@/components/ui/text-field";
import type { StorageActions } from "./actions";
import { useAct } from "./use-act";

type NewStorageCardProps = {
  instanceAdmin: boolean;
  add: StorageActions["add"];
  done: () => void;
  cancel?: () => void;
};

const EMPTY = {
  name: "",
  folder: "",
  endpoint: "",
  region: "us-east-1",
  bucket: "",
  prefix: "",
  keyId: "",
  secretKey: "",
};
type Values = typeof EMPTY;

const FOLDER: Fields = [
  ["folder", "Folder", "/srv/backups", "A disk of its own, or one that is mounted from elsewhere."],
];
const BUCKET: Fields = [
  ["endpoint", "Endpoint", "https://s3.eu-central-1.amazonaws.com"],
  ["region", "Region", "us-east-1"],
  ["bucket", "Bucket", "backups"],
  ["prefix", "Folder inside", "home", "May stay empty."],
  ["keyId", "Access key id", ""],
  ["secretKey", "Secret access key", ""],
];
type Fields = [key: keyof Values, label: string, example: string, help?: string][];

/** A new place for backups; it is tried before it is kept. */
export function NewStorageCard({ instanceAdmin, add, done, cancel }: NewStorageCardProps) {
  const [kind, setKind] = useState<"folder" | "s3">(instanceAdmin ? "folder" : "s3");
  const [values, setValues] = useState(EMPTY);
  const [allowPrivate, setAllowPrivate] = useState(false);
  const { act, busy, failure, issues } = useAct();
  const { name, folder, ...bucket } = values;
  const fields: Fields = [["name", "Name", "Backups at home"], ...(kind === "folder" ? FOLDER : BUCKET)];
  const known = fields.map(([key]) => key as string);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const input =
      kind === "folder"
        ? { kind, name, folder }
        : { kind, name, ...bucket, ...(allowPrivate && { allowPrivate }) };
    act(() => add(input), done);
  }
  return (
    <Card aria-labelledby="new-storage-title">
      <form onSubmit={onSubmit} noValidate>
        <CardHeader>
          <h2 id="new-storage-title">A place for backups</h2>
        </CardHeader>
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {instanceAdmin && (
            <RadioGroup
              aria-label="Kind"
              value={kind}
              onValueChange={(next) => setKind(next === "s3" ? "s3" : "folder")}
            >
              <RadioCard
                value="folder"
                label="A folder of this server"
                help="Backups on the same disk are lost with it."
              />
              <RadioCard
                value="s3"
                label="S3-compatible storage"
                help="A bucket at a provider, or a server of your own."
              />
            </RadioGroup>
          )}
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
            {fields.map(([key, label, example, help]) => (
              <TextField
                key={key}
                id={`storage-${key}`}
                label={label}
                help={help}
                example={example}
                secret={key === "secretKey" ? "the secret key" : undefined}
                mode={key === "endpoint" ? "url" : undefined}
                value={values[key]}
                error={issues.find(({ path }) => path === key)?.message}
                onChange={(text) => setValues((before) => ({ ...before, [key]: text }))}
              />
            ))}
          </div>
          {kind === "s3" && instanceAdmin && (
            <label className="flex items-start gap-2.5 text-sm" htmlFor="storage-private">
              <Checkbox
                id="storage-private"
                className="mt-0.5"
                checked={allowPrivate}
                onCheckedChange={(yes) => setAllowPrivate(yes === true)}
              />
              <span>
                The endpoint may lead to this machine or a private address
                <span className="block text-xs text-muted-foreground">
                  For a storage server in your own network.
                </span>
              </span>
            </label>
          )}
          {failure && !issues.some(({ path }) => known.includes(path)) && <FailAlert>{failure}</FailAlert>}
        </CardBody>
        <FormFooter busy={busy} words={{ act: "Try it and add", busy: "Trying it…" }} cancel={cancel} />
      </form>
    </Card>
  );
}
