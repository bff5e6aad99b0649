"use client";

import { useRef, useState } from "react";
import { useEventStream } from "@/components/logs/use-event-stream";
import type { ServiceSample } from "@/lib/projects/schema";
import { type Course, withSample } from "./course";

/** What each service of a project uses, the last two minutes of it, as it goes on. */
export function useStats(projectId: string, live: boolean): Readonly<Record<string, Course>> {
  const [courses, setCourses] = useState<Readonly<Record<string, Course>>>({});
  const last = useRef<Record<string, ServiceSample>>({});
  useEventStream(
    live ? `/api/projects/${encodeURIComponent(projectId)}/stats` : null,
    {
      stats: (data) => {
        const sample = data as ServiceSample;
        const before = last.current[sample.service];
        last.current[sample.service] = sample;
        setCourses((all) => ({
          ...all,
          [sample.service]: withSample(all[sample.service], before, sample),
        }));
      },
    },
    () => false,
  );
  return courses;
}
