import { type RefObject, useLayoutEffect, useState } from "react";

export type Wire = { from: string; to: string };

/** The curves between the nodes of a graph, measured where they are drawn and again whenever that changes. */
export function useWires(graph: RefObject<HTMLElement | null>, wires: readonly Wire[]): string[] {
  const [paths, setPaths] = useState<string[]>([]);
  const wanted = JSON.stringify(wires);
  useLayoutEffect(() => {
    const element = graph.current;
    if (!element) return;
    const measure = () => setPaths((JSON.parse(wanted) as Wire[]).flatMap((wire) => curve(element, wire)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [graph, wanted]);
  return paths;
}

function curve(graph: HTMLElement, { from, to }: Wire): string[] {
  const box = graph.getBoundingClientRect();
  const start = nodeOf(graph, from)?.getBoundingClientRect();
  const end = nodeOf(graph, to)?.getBoundingClientRect();
  // Stacked on a phone, nodes stand below each other and need no wires.
  if (!start || !end || end.left < start.right + 8) return [];
  const [x1, y1] = [start.right - box.left + 4, start.top + start.height / 2 - box.top];
  const [x2, y2] = [end.left - box.left - 4, end.top + end.height / 2 - box.top];
  const bend = (x2 - x1) / 2;
  return [`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`];
}

function nodeOf(graph: HTMLElement, name: string): Element | null {
  return graph.querySelector(`[data-node="${CSS.escape(name)}"]`);
}
