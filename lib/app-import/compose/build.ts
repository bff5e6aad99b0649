import { branchOf, isBranch, textOf } from "../read/tree";
import { quote } from "../report";
import { plainText } from "../variables/variables";
import type { Translate } from "./job";
import { givenAt } from "./paths";

const REMOTE = /^(?:[a-z][a-z0-9+.-]*:\/\/|git@|github\.com\/)|\.git(?:#|$)/i;
const FROM_CONTEXT = /^[ \t]*(?:COPY|ADD)[ \t]+(?![ \t]*--from=)/im;

/** A build is taken over when its build file is here and needs nothing else; an image in the file wins. */
export const build: Translate = (job, service, value, path) => {
  const context = (isBranch(value) ? textOf(value.get("context")) : textOf(value)) ?? ".";
  const message = REMOTE.test(context)
    ? `It builds from ${quote(context)}, and nothing is fetched to be built here`
    : "It builds from a folder, and only its build file could come along";
  const remote = REMOTE.test(context);
  if (service.rest.image) {
    if (remote) job.report.refused(path, `${message}; the image is used instead.`);
    else job.report.dropped(path, "The image is used; nothing is built.");
    return;
  }
  const file = isBranch(value) ? textOf(value.get("dockerfile_inline")) : undefined;
  const name = (isBranch(value) ? textOf(value.get("dockerfile")) : undefined) ?? "Dockerfile";
  const given = givenAt(job, `${context}/${name}`) ?? givenAt(job, name);
  const dockerfile = file ?? (given && plainText(given));
  if (remote || !dockerfile || FROM_CONTEXT.test(dockerfile)) {
    const say = remote ? job.report.fatal.bind(job.report) : job.report.issue.bind(job.report);
    say(path, `${message}. Give the service an image.`);
    return;
  }
  service.rest.build = { dockerfile };
  job.report.mapped(path, "The build file came along.");
  const rest = isBranch(value) ? [...value.keys()] : [];
  for (const key of rest) {
    if (["context", "dockerfile", "dockerfile_inline"].includes(key)) continue;
    const hint = key === "args" ? " Every environment variable is a build argument here." : "";
    job.report.dropped(`${path}.${key}`, `build.${key} cannot be said here.${hint}`);
  }
  if (branchOf(value).has("context"))
    job.report.guessed(`${path}.context`, "The build gets no files of the folder.");
};
