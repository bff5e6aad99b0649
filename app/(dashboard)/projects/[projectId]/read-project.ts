import { notFound } from "next/navigation";
import { cache } from "react";
import { Refusal } from "@/lib/access/refusal";
import { callerFromCookies } from "@/lib/auth/page-caller";
import { showProject } from "@/lib/projects";

/** The project of this page, read once per request; what does not exist, or may not be seen, is the 404 page. */
export const readProject = cache(async (projectId: string) => {
  try {
    return await showProject(await callerFromCookies(), { projectId });
  } catch (error) {
    if (error instanceof Refusal && (error.code === "NOT_FOUND" || error.code === "VALIDATION_ERROR"))
      notFound();
    throw error;
  }
});
