import { Refusal } from "@/lib/access/refusal";
import { copiesOwed } from "./stored";

/**
 * Stops whoever would start a version on data that is not its own: an update failed, and the data of before could not
 * be put back. @throws Refusal DATA_NOT_BACK
 */
export async function refuseWhileDataIsOwed(projectId: string): Promise<void> {
  if ((await copiesOwed(projectId)).length > 0) throw new Refusal("DATA_NOT_BACK");
}
