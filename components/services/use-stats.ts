"use client";

import { useRef, useState } from "react";
import { useEventStream } from "@/components/logs/use-event-stream";
import type { ServiceSample } from "@/lib/projects/schema";
import { SAMPLES } from "./sparkline";

export type ServiceCourse = { cpu: number[]; memory: number[] };

/** What each service of a project uses, the last two minutes of it, as it goes on. */
export function useStats(projectId: string, live: boolean): Readonly<Record<string, ServiceCourse>> {
  const [courses, setCourses] = useState<Readonly<Record<string, ServiceCourse>>>({});
  const over = useRef(false);
  useEventStream(
    live ? `/api/projects/${encodeURIComponent(projectId)}/stats` : null,
    {
      stats: (data) => {
        const { service, cpu, memoryBytes } = data as ServiceSample;
        setCourses((before) => {
          const course = before[service] ?? { cpu: [], memory: [] };
          const next = {
            cpu: [...course.cpu, cpu].slice(-SAMPLES),
            memory: [...course.memory, memoryBytes / 1024 / 1024].slice(-SAMPLES),
          };
          return { ...before, [service]: next };
        });
      },
    },
    () => over.current,
  );
  return courses;
}
