import { expect, test } from "vitest";
import { baseImages, imageInWords, readBuildFile } from "./build-file";

const WHOLE = `# syntax=docker/dockerfile:1
ARG VERSION=22 
ARG UNSET
FROM --platform=linux/amd64 node:\${VERSION}-alpine AS Build
RUN npm ci \\
    # not now
    && npm run build
COPY <<EOF /etc/conf
FROM nowhere
EOF
RUN <<-'END'
	FROM nowhere
	END
from build as test
FROM scratch
FROM caddy:$UNSET
FROM caddy:\${TAG:-2.9}
FROM node:22-alpine
COPY --from=build web/dist /srv
`;

test("the images that a build begins with are told, without its own stages", () => {
  expect(baseImages(WHOLE)).toEqual(["node:22-alpine", "caddy:$UNSET", "caddy:2.9"]);
  expect(baseImages("FROM a:{{config:VERSION}}")).toEqual(["a:{{config:VERSION}}"]);
  expect(baseImages("RUN nothing")).toEqual([]);
});

test("instructions are read with their lines, comments and here-documents left out", () => {
  expect(readBuildFile(WHOLE).map(({ line, word }) => `${line} ${word}`)).toEqual([
    ...["2 ARG", "3 ARG", "4 FROM", "5 RUN", "8 COPY", "11 RUN", "14 FROM", "15 FROM", "16 FROM", "17 FROM"],
    ...["18 FROM", "19 COPY"],
  ]);
  expect(readBuildFile(WHOLE)[3]?.rest).toBe("npm ci  && npm run build");
  expect(readBuildFile("# escape=`\nRUN a `\n b\nRUN c:\\")).toEqual([
    { line: 2, word: "RUN", rest: "a  b" },
    { line: 4, word: "RUN", rest: "c:\\" },
  ]);
});

test("an image is told by its name, or by what it is built from", () => {
  const build = (dockerfile: string) => imageInWords({ build: { dockerfile, files: [] } });
  expect(imageInWords({ image: "a:1" })).toBe("a:1");
  expect(build("FROM a:1")).toBe("its own image, built from a:1");
  expect(build("FROM a:1\nFROM b:2")).toBe("its own image, built from a:1 and b:2");
  expect(build("FROM scratch")).toBe("its own image, built here");
});
