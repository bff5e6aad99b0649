"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "@/components/shell/live";
import type { Validation } from "@/lib/apps/schema";
import type { LineMark } from "./text-editor";

const PAUSE_MS = 400;

export type Problem = { tone: "fail" | "warn"; path: string; message: string; line: number | undefined };

/** What is wrong with a definition, looked over again whenever the typing pauses. */
export function useCheck(text: string, replaces: string | undefined) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    queryKey: ["definition", replaces, settled],
    queryFn: ({ signal }) => api.apps.validate({ text: settled, custom: { replaces } }, signal),
    placeholderData: keepPreviousData,
    enabled: settled.trim() !== "",
    retry: false,
    // An id that was free may be taken by now.
    staleTime: 0,
    gcTime: 60_000,
  });
  const empty = text.trim() === "";
  return {
    problems: query.data && !empty ? problemsOf(query.data) : [],
    /** Whether the problems are those of the text as it is now. */
    current: !empty && settled === text && !query.isFetching && !query.isPlaceholderData && !query.isError,
    empty,
    failure: query.error?.message,
    retry: query.refetch,
  };
}

/** The lines to mark: one mark a line, the worse one. Old problems would mark lines that have moved. */
export function marksOf({ problems, current }: ReturnType<typeof useCheck>): LineMark[] {
  const marks = new Map<number, LineMark>();
  for (const { line, tone } of current ? problems : [])
    if (line !== undefined && marks.get(line)?.tone !== "fail") marks.set(line, { line, tone });
  return [...marks.values()];
}

function problemsOf({ errors, warnings }: Validation): Problem[] {
  return [
    ...errors.map(({ path, message, line }): Problem => ({ tone: "fail", path, message, line })),
    ...warnings.map(({ path, message, line }): Problem => ({ tone: "warn", path, message, line })),
  ];
}
