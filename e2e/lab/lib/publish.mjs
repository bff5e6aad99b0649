// Publishes images in the registry over its HTTP interface.
//
//   publish.mjs tags REGISTRY IMAGES-DIR      a plan on stdin, see below
//   publish.mjs release REGISTRY NEW-REPO NEW-TAG OLD-REPO OLD-TAG
//                                             OLD again as NEW, with a new digest
//
// The plan, tab-separated lines:
//   chain  RECIPE  LAYER-DIR...               a recipe's layers, lowest first
//   tag    RECIPE[/CONFIG]  REPO  TAG  VERSION  FORM   one tag to publish
// A LAYER-DIR holds layer.tar.gz and layer.json (see build-layer.sh). The image's
// configuration is IMAGES-DIR/RECIPE/CONFIG.json ("config" when not named), or the
// CONFIG-N.json whose N is the highest that the version reaches.
//
// FORM is
//   plain  one manifest (amd64)
//   list   a Docker manifest list with amd64 and arm64 (the arm64 entry names the
//          same layers: it is there to be skipped, not to be run)
//   index  an OCI index with amd64 and an attestation entry (unknown/unknown),
//          as current builders publish
//
// Nothing but `release` depends on the time: publishing again gives the same digests.

import { createHash } from "node:crypto";
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { gzipSync } from "node:zlib";

const [mode, registry, ...args] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

const TYPES = {
  docker: {
    many: "application/vnd.docker.distribution.manifest.list.v2+json",
    one: "application/vnd.docker.distribution.manifest.v2+json",
    config: "application/vnd.docker.container.image.v1+json",
    layer: "application/vnd.docker.image.rootfs.diff.tar.gzip",
  },
  oci: {
    many: "application/vnd.oci.image.index.v1+json",
    one: "application/vnd.oci.image.manifest.v1+json",
    config: "application/vnd.oci.image.config.v1+json",
    layer: "application/vnd.oci.image.layer.v1.tar+gzip",
  },
};
const ACCEPT = [TYPES.docker, TYPES.oci].flatMap(({ many, one }) => [many, one]).join(", ");
const PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const VERSION_LABEL = "org.opencontainers.image.version";

const digestOf = (data) => `sha256:${createHash("sha256").update(data).digest("hex")}`;

/** One call to the registry. `body` is a buffer, a string, or absent with a `file` to stream. */
function call(method, path, { headers = {}, body, file, size } = {}) {
  const length = file ? size : body === undefined ? undefined : Buffer.byteLength(body);
  const all = length === undefined ? headers : { ...headers, "content-length": length };
  return new Promise((resolve, reject) => {
    const request = http.request(
      new URL(path, `http://${registry}`),
      { method, headers: all, agent },
      (back) => {
        const chunks = [];
        back.on("data", (chunk) => chunks.push(chunk));
        back.on("end", () =>
          resolve({ status: back.statusCode, headers: back.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    request.on("error", reject);
    if (file) createReadStream(file).on("error", reject).pipe(request);
    else request.end(body);
  });
}

function expect(answer, what, ...statuses) {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(`${what}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
}

const done = new Set(); // "repo digest" that are there
const home = new Map(); // digest -> a repository that has it

/** Upload a blob ({digest, body} or {digest, file, size}), or take it over from another repository. */
async function putBlob(repo, blob) {
  if (done.has(`${repo} ${blob.digest}`)) return;
  const head = await call("HEAD", `/v2/${repo}/blobs/${blob.digest}`);
  if (head.status !== 200) {
    const from = home.get(blob.digest);
    const query = from ? `?mount=${blob.digest}&from=${from}` : "";
    const post = await call("POST", `/v2/${repo}/blobs/uploads/${query}`);
    expect(post, `upload to ${repo}`, 201, 202);
    if (post.status === 202) {
      const to = new URL(post.headers.location, `http://${registry}`);
      to.searchParams.set("digest", blob.digest);
      const headers = { "content-type": "application/octet-stream" };
      expect(await call("PUT", to.href, { ...blob, headers }), `blob of ${repo}`, 201);
    }
  }
  done.add(`${repo} ${blob.digest}`);
  home.set(blob.digest, repo);
}

async function putManifest(repo, reference, type, body) {
  const answer = await call("PUT", `/v2/${repo}/manifests/${reference}`, {
    body,
    headers: { "content-type": type },
  });
  expect(answer, `manifest ${repo}:${reference}`, 201);
}

/** A gzipped tar archive with one small file: the last layer of each version. */
function versionLayer(text) {
  const header = Buffer.alloc(512);
  header.write("etc/image-version", 0);
  header.write(`${"0000644\0"}${"0000000\0"}${"0000000\0"}`, 100);
  header.write(`${Buffer.byteLength(text).toString(8).padStart(11, "0")}\0`, 124);
  header.write(`${(1704067200).toString(8).padStart(11, "0")}\0`, 136);
  header.write("        0", 148);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((a, b) => a + b);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const data = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
  data.write(text);
  const tar = Buffer.concat([header, data, Buffer.alloc(1024)]);
  const body = gzipSync(tar);
  return { digest: digestOf(body), diffId: digestOf(tar), size: body.length, body };
}

/** Upload the image of one architecture without its manifest, which is returned. */
async function imageManifest(repo, types, architecture, { created, config, layers }) {
  const body = JSON.stringify({
    architecture,
    os: "linux",
    created,
    config,
    rootfs: { type: "layers", diff_ids: layers.map((layer) => layer.diffId) },
    history: layers.map(() => ({ created, created_by: "test lab" })),
  });
  await putBlob(repo, { digest: digestOf(body), body });
  return JSON.stringify({
    schemaVersion: 2,
    mediaType: types.one,
    config: { mediaType: types.config, size: Buffer.byteLength(body), digest: digestOf(body) },
    layers: layers.map(({ size, digest }) => ({ mediaType: types.layer, size, digest })),
  });
}

/** Publish an image ({created, config, layers}) in a form under tags. Returns the digest of the tags. */
async function publish(repo, tags, form, image) {
  const types = form === "index" ? TYPES.oci : TYPES.docker;
  for (const layer of image.layers) await putBlob(repo, layer);
  const amd64 = await imageManifest(repo, types, "amd64", image);
  const entry = (manifest, platform, more = {}) => ({
    mediaType: types.one,
    size: Buffer.byteLength(manifest),
    digest: digestOf(manifest),
    platform,
    ...more,
  });

  let body = amd64;
  if (form !== "plain") {
    const entries = [entry(amd64, { architecture: "amd64", os: "linux" })];
    await putManifest(repo, digestOf(amd64), types.one, amd64);
    if (form === "list") {
      const arm64 = await imageManifest(repo, types, "arm64", image);
      await putManifest(repo, digestOf(arm64), types.one, arm64);
      entries.push(entry(arm64, { architecture: "arm64", os: "linux", variant: "v8" }));
    } else {
      const annotations = {
        "vnd.docker.reference.digest": digestOf(amd64),
        "vnd.docker.reference.type": "attestation-manifest",
      };
      const manifest = await attestation(repo, digestOf(amd64));
      entries.push(entry(manifest, { architecture: "unknown", os: "unknown" }, { annotations }));
    }
    body = JSON.stringify({ schemaVersion: 2, mediaType: types.many, manifests: entries });
  }
  for (const tag of tags) await putManifest(repo, tag, form === "plain" ? types.one : types.many, body);
  return digestOf(body);
}

async function attestation(repo, subject) {
  const layer = JSON.stringify({
    _type: "https://in-toto.io/Statement/v0.1",
    predicateType: "https://slsa.dev/provenance/v0.2",
    subject: [{ name: repo, digest: { sha256: subject.slice(7) } }],
    predicate: {},
  });
  const config = JSON.stringify({
    architecture: "unknown",
    os: "unknown",
    config: {},
    rootfs: { type: "layers", diff_ids: [digestOf(layer)] },
  });
  for (const body of [layer, config]) await putBlob(repo, { digest: digestOf(body), body });
  const blob = (mediaType, body) => ({ mediaType, size: Buffer.byteLength(body), digest: digestOf(body) });
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: TYPES.oci.one,
    config: blob(TYPES.oci.config, config),
    layers: [blob("application/vnd.in-toto+json", layer)],
  });
  await putManifest(repo, digestOf(manifest), TYPES.oci.one, manifest);
  return manifest;
}

/** The configuration of RECIPE[/CONFIG] for a version, its placeholders filled in. */
function configOf(imagesDir, image, version) {
  const [recipe, name = "config"] = image.split("/");
  const dir = `${imagesDir}/${recipe}`;
  const major = Number.parseInt(version.replace(/^v/, ""), 10);
  const from = readdirSync(dir)
    .map((file) => new RegExp(`^${name}-(\\d+)\\.json$`).exec(file)?.[1])
    .filter((n) => n !== undefined && Number(n) <= major)
    .sort((a, b) => b - a)[0];
  const text = readFileSync(`${dir}/${from ? `${name}-${from}` : name}.json`, "utf8");
  const config = JSON.parse(text.replaceAll("@VERSION@", version).replaceAll("@MAJOR@", String(major)));
  config.Labels = { "org.opencontainers.image.title": recipe, [VERSION_LABEL]: version };
  if (!config.Env?.some((entry) => entry.startsWith("PATH="))) config.Env = [PATH, ...(config.Env ?? [])];
  return config;
}

async function publishTags(imagesDir) {
  const chains = new Map();
  const images = new Map(); // the same image under several tags is published once
  for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const [kind, name, ...rest] = line.split("\t");
    if (kind === "chain") {
      const layer = (dir) => ({
        ...JSON.parse(readFileSync(`${dir}/layer.json`, "utf8")),
        file: `${dir}/layer.tar.gz`,
      });
      chains.set(name, rest.map(layer));
    } else {
      const [repo, tag, version, form] = rest;
      const key = [name, repo, version, form].join("\t");
      if (!images.has(key)) images.set(key, { name, repo, version, form, tags: [] });
      images.get(key).tags.push(tag);
    }
  }
  for (const { name, repo, version, form, tags } of images.values()) {
    const layers = [...chains.get(name.split("/")[0]), versionLayer(`${name} ${version}\n`)];
    const config = configOf(imagesDir, name, version);
    await publish(repo, tags, form, { created: "2024-01-01T00:00:00Z", config, layers });
  }
}

async function release(toRepo, toTag, fromRepo, fromTag) {
  const old = `${fromRepo}:${fromTag}`;
  const blob = async (digest) => expect(await call("GET", `/v2/${fromRepo}/blobs/${digest}`), old, 200).body;
  const manifestOf = async (reference) => {
    const answer = await call("GET", `/v2/${fromRepo}/manifests/${reference}`, {
      headers: { accept: ACCEPT },
    });
    return JSON.parse(expect(answer, old, 200).body);
  };
  let manifest = await manifestOf(fromTag);
  const form = { [TYPES.docker.many]: "list", [TYPES.oci.many]: "index" }[manifest.mediaType] ?? "plain";
  if (form !== "plain") {
    const { digest } = manifest.manifests.find((entry) => entry.platform.architecture === "amd64");
    manifest = await manifestOf(digest);
  }
  const { config, rootfs } = JSON.parse(await blob(manifest.config.digest));

  // The version, where the image tells it.
  const was = config.Labels?.[VERSION_LABEL];
  config.Labels = { ...config.Labels, [VERSION_LABEL]: toTag };
  const renamed = (entry) => (was && entry.endsWith(`=${was}`) ? entry.slice(0, -was.length) + toTag : entry);
  config.Env = config.Env?.map(renamed);

  const layers = manifest.layers.map(({ digest, size }, i) => ({ digest, size, diffId: rootfs.diff_ids[i] }));
  for (const { digest } of layers) home.set(digest, fromRepo);
  const created = new Date().toISOString();
  layers.push(versionLayer(`${toRepo} ${toTag} ${created} ${process.hrtime.bigint()}\n`));
  console.log(await publish(toRepo, [toTag], form, { created, config, layers }));
}

try {
  if (mode === "tags") await publishTags(args[0]);
  else if (mode === "release") await release(...args);
  else throw new Error(`unknown mode: ${mode}`);
  process.exit(0);
} catch (error) {
  console.error(`publish: ${error.message}`);
  process.exit(1);
}
