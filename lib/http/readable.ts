import { Refusal } from "@/lib/access/refusal";

/** What a page may read; undefined when it is not the caller's to read. */
export async function readable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal && (error.code === "NOT_FOUND" || error.code === "FORBIDDEN"))
      return undefined;
    throw error;
  }
}
