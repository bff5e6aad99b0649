"use client";

import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { useShell } from "./shell-provider";

const WORDS = {
  start: { doing: "Starting", done: "was started", not: "was not started" },
  stop: { doing: "Stopping", done: "was stopped", not: "was not stopped" },
  restart: { doing: "Restarting", done: "was restarted", not: "was not restarted" },
};

/** Starts, stops or restarts a project, saying what happens and how it ended. */
export function useRunProject() {
  const { runProject } = useShell();
  const queries = useQueryClient();
  return async (project: { id: string; name: string }, action: keyof typeof WORDS): Promise<boolean> => {
    const words = WORDS[action];
    const id = toast.loading(`${words.doing} ${project.name}…`);
    const outcome = await runProject(project.id, action).catch(() => ({
      ok: false as const,
      message: "The server did not answer. Try again in a moment.",
    }));
    if (outcome.ok) toast.success(`${project.name} ${words.done}`, { id });
    else toast.error(`${project.name} ${words.not}`, { id, description: outcome.message });
    await Promise.all([
      queries.invalidateQueries({ queryKey: ["projects"] }),
      queries.invalidateQueries({ queryKey: ["project", project.id] }),
    ]);
    return outcome.ok;
  };
}
