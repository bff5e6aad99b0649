import { settings } from "@/lib/settings";

/** Runs something as an instance in the cloud does. */
export async function onCloud<T>(act: () => Promise<T>): Promise<T> {
  const all = settings();
  const { deployMode } = all;
  all.deployMode = "cloud";
  try {
    return await act();
  } finally {
    all.deployMode = deployMode;
  }
}
