import { type Settings, settings } from "@/lib/settings";

/** Whether accounts are made by invitation only, as on every instance but the cloud. */
export function signUpClosed({ deployMode }: Settings = settings()): boolean {
  return deployMode !== "cloud";
}
