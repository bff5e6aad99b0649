import { type Settings, settings } from "@/lib/settings";

/** The address of this instance, as an origin. Never taken from a request, so no link can be bent by one. */
export function baseUrl({ publicUrl, port }: Settings = settings()): string {
  return publicUrl ?? `http://127.0.0.1:${port}`;
}
