import { expect, test } from "vitest";
import { limitChanges, limitDrafts, toGiven, wrongFigure } from "./limit-changes";

const drafts = () =>
  limitDrafts({
    data: [
      { service: "web", memoryMb: 512, cpuCores: null, diskMb: null, profile: null },
      { service: "db", memoryMb: null, cpuCores: 1.5, diskMb: null, profile: null },
    ],
    capacity: { memoryMb: null, cpuCores: null },
    needsRedeploy: false,
  });
const typed = (service: string, texts: object) =>
  drafts().map((one) => (one.service === service ? { ...one, texts: { ...one.texts, ...texts } } : one));

test("only what was changed is sent, and an emptied field removes the limit", () => {
  expect(toGiven(drafts())).toEqual({});
  expect(toGiven(typed("web", { memoryMb: " ", cpuCores: "0,5" }))).toEqual({
    web: { memoryMb: null, cpuCores: 0.5 },
  });
  expect(toGiven(typed("db", { cpuCores: "1.50" }))).toEqual({});
});

test("the bar names service and figure, before and after", () => {
  expect(limitChanges(typed("web", { memoryMb: "", cpuCores: "2" }))).toEqual([
    { key: "web memory", before: "512 MB", after: "no limit" },
    { key: "web CPU", before: "", after: "2 vCPU" },
  ]);
});

test("a figure that no engine takes is told as it is typed", () => {
  const told = (texts: object, figure: "memoryMb" | "cpuCores") => {
    const [web] = typed("web", texts);
    return web && wrongFigure(web, figure);
  };
  expect(told({ memoryMb: "5" }, "memoryMb")).toBe("Write 6 MB or more.");
  expect(told({ memoryMb: "10.5" }, "memoryMb")).toBe("Write whole MB.");
  expect(told({ memoryMb: "a lot" }, "memoryMb")).toBe("Write a number such as 512.");
  expect(told({ cpuCores: "0" }, "cpuCores")).toBe("The engine takes no less than 0.01 vCPU.");
  expect(told({ cpuCores: "" }, "cpuCores")).toBeUndefined();
});
