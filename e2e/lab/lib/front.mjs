// Stands before the registry, and does to a request what FAULT-FILE says.
//
//   front.mjs PORT FAULT-FILE CERTIFICATE "HOST HOST..."    (all on 127.0.0.1)
//
//   PORT      plain HTTP
//   PORT + 1  a proxy for HTTPS (CONNECT) that plays the public registries HOST with
//             CERTIFICATE.crt and .key: docker.io has the registry's content as it is,
//             any other host what lies under its name
//   PORT + 2  where the registry is
//
// FAULT-FILE is read anew for each request; none means no fault:
//   { "mode": ..., "arg": NUMBER, "match": REGEX over "METHOD PATH" }
//   status CODE   answer with that status (429 with Retry-After)
//   delay MS      forward after that time
//   throttle KB   forward, that many kilobytes a second
//   cut KB        close the connection after that much of a body
//   corrupt       forward with one wrong byte in each blob
//   hang          never answer

import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";

const [portText, faultFile, certificate, hostList] = process.argv.slice(2);
const port = Number(portText);
const hosts = new Set(hostList.split(" "));
const CODES = { 401: "UNAUTHORIZED", 403: "DENIED", 404: "NAME_UNKNOWN", 429: "TOOMANYREQUESTS" };

function fault() {
  try {
    return JSON.parse(readFileSync(faultFile, "utf8"));
  } catch {
    return { mode: "none" };
  }
}

function answer(response, status, headers = {}) {
  const body = JSON.stringify({
    errors: [{ code: CODES[status] ?? "UNKNOWN", message: "the lab was told to answer so" }],
  });
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body);
}

function forward(request, response, path, change) {
  const options = {
    host: "127.0.0.1",
    port: port + 2,
    method: request.method,
    path,
    headers: request.headers,
  };
  const out = http.request(options, (back) => {
    response.writeHead(back.statusCode, back.headers);
    if (!change) back.pipe(response);
    else change(back, response).catch(() => response.destroy());
  });
  out.on("error", () => (response.headersSent ? response.destroy() : answer(response, 502)));
  request.pipe(out);
}

const changes = {
  throttle: (kilobytes) => async (from, to) => {
    for await (const chunk of from) {
      for (let i = 0; i < chunk.length; i += 16384) {
        const part = chunk.subarray(i, i + 16384);
        to.write(part);
        await sleep(part.length / 1.024 / kilobytes);
      }
    }
    to.end();
  },
  cut: (kilobytes) => async (from, to) => {
    let left = kilobytes * 1024;
    for await (const chunk of from) {
      to.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left > 0) continue;
      await sleep(50);
      return to.destroy();
    }
    to.end();
  },
  corrupt: () => async (from, to) => {
    let first = true;
    for await (const chunk of from) {
      if (first) chunk[chunk.length >> 1] ^= 1;
      first = false;
      to.write(chunk);
    }
    to.end();
  },
};

async function handle(request, response, path) {
  const { mode, arg, match } = fault();
  const line = `${request.method} ${request.url}`;
  response.on("close", () =>
    console.log(`${new Date().toISOString()} ${mode} ${response.statusCode} ${line}`),
  );
  if (match && !new RegExp(match).test(line)) return forward(request, response, path);
  if (mode === "hang") return;
  if (mode === "status") return answer(response, arg, arg === 429 ? { "retry-after": "30" } : {});
  if (mode === "delay") await sleep(arg);
  const blob = request.method === "GET" && path.includes("/blobs/");
  const change = mode !== "corrupt" || blob ? changes[mode]?.(arg) : undefined;
  forward(request, response, path, change);
}

function serve(path) {
  return (request, response) =>
    handle(request, response, path(request)).catch((error) => {
      console.error(error);
      response.destroy();
    });
}

// A repository of another registry lies under that registry's name.
function publicPath(request) {
  const host = (request.headers.host ?? "").replace(/:443$/, "");
  const ours = host.endsWith("docker.io") || request.url === "/v2/";
  return ours ? request.url : request.url.replace(/^\/v2\//, `/v2/${host}/`);
}

const tls = https.createServer(
  { cert: readFileSync(`${certificate}.crt`), key: readFileSync(`${certificate}.key`) },
  serve(publicPath),
);
const proxy = http.createServer((_, response) => answer(response, 404));
proxy.on("connect", (request, socket, head) => {
  socket.on("error", () => socket.destroy());
  if (!hosts.has(request.url.replace(/:443$/, ""))) {
    return socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
  }
  socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  socket.unshift(head);
  tls.emit("connection", socket);
});

http.createServer(serve((request) => request.url)).listen(port, "127.0.0.1");
proxy.listen(port + 1, "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
