import { expect, test } from "vitest";
import { filesFor } from "./formats";

const names = (files: { name: string }[]) => files.map(({ name }) => name);

test("each format asks for its files, and what was written stays", () => {
  const written = { name: "docker-compose.yml", content: "services: {}" };
  expect(names(filesFor("dokploy", [written]))).toEqual(["docker-compose.yml", "template.toml"]);
  expect(filesFor("dokploy", [written])[0]).toEqual(written);
  expect(names(filesFor("compose", filesFor("dokploy", [written])))).toEqual(["docker-compose.yml"]);
});

test("the only text becomes the file that the format wants, unless it has a name of its own", () => {
  const written = { name: "docker-compose.yml", content: "{}" };
  expect(filesFor("portainer", [written])).toEqual([{ name: "templates.json", content: "{}" }]);
  expect(names(filesFor("portainer", [{ name: "mine.json", content: "{}" }]))).toEqual([
    "mine.json",
    "templates.json",
  ]);
});

test("a second text is never dropped by choosing another format", () => {
  const both = [
    { name: "docker-compose.yml", content: "a" },
    { name: "template.toml", content: "b" },
  ];
  expect(names(filesFor("coolify", both))).toEqual(["docker-compose.yml", "template.toml"]);
});
