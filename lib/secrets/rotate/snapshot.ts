import { BUILD_FILE, buildFileKey } from "@/lib/projects/builds/place";

type Text = { value?: string; secret?: string };

// The parts of a deployment's snapshot that hold envelopes, and nothing of the rest.
type Parts = {
  env: Record<string, Record<string, Text>>;
  files: { service: string; path: string; content: Text }[];
  builds?: { service: string; dockerfile: Text; files: { path: string; content: Text }[] }[];
  derived?: { service: string; key: string; text: Text }[];
};

/** Every sealed text of a snapshot with the service and key it is sealed for. */
export function sealedTexts(snapshot: Parts): { text: Text; service: string; key: string }[] {
  const variables = Object.entries(snapshot.env).flatMap(([service, of]) =>
    Object.entries(of).map(([key, text]) => ({ text, service, key })),
  );
  const files = snapshot.files.map(({ service, path: key, content: text }) => ({ text, service, key }));
  const builds = (snapshot.builds ?? []).flatMap(({ service, dockerfile, files: others }) =>
    [{ path: BUILD_FILE, content: dockerfile }, ...others].map(({ path, content: text }) => ({
      ...{ text, service, key: buildFileKey(path) },
    })),
  );
  const derived = (snapshot.derived ?? []).map(({ service, key, text }) => ({ text, service, key }));
  return [...variables, ...files, ...builds, ...derived].filter(({ text }) => text.secret !== undefined);
}
