"use client";

import { type ReactNode, useRef } from "react";
import { startOrder } from "@/lib/app-definition/start-order";
import { useWires, type Wire } from "./use-wires";

const ENTRY = " entry";

type ServiceGraphProps = {
  services: readonly { name: string; dependsOn: readonly string[] }[];
  /** What stands in each node. */
  nodes: Readonly<Record<string, ReactNode>>;
  /** Services reached from outside, and the box that says where. */
  entry?: { services: readonly string[]; box: ReactNode };
};

/** Services from left to right: what people reach, what that depends on, and so on. */
export function ServiceGraph({ services, nodes, entry }: ServiceGraphProps) {
  const graph = useRef<HTMLDivElement>(null);
  const known = new Set(services.map((service) => service.name));
  const columns = startOrder(services).reverse();
  const wires: Wire[] = [
    ...(entry?.services ?? []).map((service) => ({ from: ENTRY, to: service })),
    ...services.flatMap(({ name, dependsOn }) =>
      dependsOn.filter((other) => known.has(other)).map((other) => ({ from: name, to: other })),
    ),
  ];
  const paths = useWires(graph, wires);
  return (
    <div
      ref={graph}
      className="relative flex gap-12 p-5 max-lg:gap-8 max-md:flex-col max-md:gap-2.5 max-md:p-4"
    >
      <svg
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 size-full fill-none stroke-input stroke-[1.5px] max-md:hidden"
      >
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
      {entry && entry.services.length > 0 && (
        <div className="grid w-[178px] shrink-0 content-center max-md:w-auto">
          <div
            data-node={ENTRY}
            className="relative grid gap-1 rounded-lg border border-dashed border-input bg-card px-3 py-2.5 text-xs"
          >
            {entry.box}
          </div>
        </div>
      )}
      {columns.map((column) => (
        <ul
          key={column.map((service) => service.name).join(" ")}
          className="grid min-w-0 max-w-[420px] flex-1 auto-rows-fr items-center gap-4 max-md:max-w-none max-md:auto-rows-auto max-md:gap-2.5"
        >
          {column.map(({ name }) => (
            <li
              key={name}
              data-node={name}
              className="relative grid min-w-0 gap-2.5 rounded-lg border bg-background px-3.5 py-3"
            >
              {nodes[name]}
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}
