import { expect, test } from "vitest";
import { lintDefinition } from "@/lib/app-definition/lint";
import { given, service, whole } from "./testing";

const COMPOSE = `
name: notes
x-env: &env
  TZ: \${TZ:-Etc/UTC}
services:
  web:
    image: example/notes:\${NOTES_VERSION:-2.4.1}
    restart: on-failure:5
    ports:
      - "127.0.0.1:8080:80"
      - target: 9000
        published: "9000"
        protocol: udp
    environment:
      <<: *env
      DATABASE_URL: postgres://notes:\${DB_PASSWORD}@database.internal:5432/\${DB_NAME:-notes}
      PRICE: "5$$"
      VERSION: 1.10
      SIGN_UP: \${SIGN_UP:-true}
      ADMIN_PASSWORD: \${ADMIN_PASSWORD:?set it}
      SMTP_PASSWORD: \${SMTP_PASSWORD:-}
      PASSED_ON:
    volumes:
      - ./data:/data
      - cache:/cache:ro
      - type: volume
        source: uploads
        target: /uploads
    depends_on:
      db: { condition: service_healthy }
      redis: { condition: service_started }
    healthcheck:
      test: ["CMD", "wget", "-q", "http://127.0.0.1/health"]
      interval: 30s
      retries: 3
      start_period: 1m
    user: "\${UID:-1000}:1000"
    shm_size: 256m
    stop_grace_period: 1m30s
    deploy:
      resources: { limits: { cpus: "1.5", memory: 512M } }
    labels: { traefik.enable: "true" }
    x-own: whatever
  db:
    image: postgres:18.1
    hostname: database.internal
    environment:
      - POSTGRES_USER=notes
      - POSTGRES_PASSWORD=\${DB_PASSWORD}
      - POSTGRES_DB=\${DB_NAME:-notes}
    volumes: [db:/var/lib/postgresql]
    healthcheck:
      test: pg_isready -U notes
  redis:
    image: redis:8.2
    depends_on: [db]
    command: redis-server --requirepass \${REDIS_PASSWORD}
volumes: { db: {}, cache: {}, uploads: {} }
`;

test("a compose file becomes a definition that installs and that the linter likes", () => {
  const { format, definition, services } = whole({ "docker-compose.yml": COMPOSE });
  expect(format).toBe("compose");
  expect(lintDefinition(definition)).toEqual([]);
  expect(definition).toMatchObject({ id: "notes", name: "notes", kind: "template", available: true });
  expect(services.web).toMatchObject({
    image: "example/notes:2.4.1",
    restart: "on-failure",
    ports: ["8080:80", "9000:9000/udp"],
    volumes: ["data:/data", "cache:/cache:ro", "uploads:/uploads"],
    dependsOn: ["db", "redis"],
    healthcheck: { interval: "30s", retries: 3, startPeriod: "1m" },
    user: "1000:1000",
    shmSizeMb: 256,
    stopGracePeriod: "1m30s",
    resources: { cpuCores: 1.5, memoryMb: 512 },
  });
  expect(services.redis?.dependsOn).toEqual(["db"]);
  expect(services.db?.healthcheck).toEqual({ test: "pg_isready -U notes" });
  expect(definition.endpoints).toEqual([
    { service: "web", port: 80, label: "Web", kind: "http", scope: "public" },
  ]);
});

test("variables become settings and generated secrets, shared where they are used twice", () => {
  const { services, fields, secrets } = whole({ "docker-compose.yml": COMPOSE });
  expect(services.web?.environment).toEqual({
    DATABASE_URL: "postgres://notes:{{config:POSTGRES_PASSWORD}}@db:5432/{{config:POSTGRES_DB}}",
    PRICE: "5$",
    VERSION: "1.10",
  });
  expect(services.web?.secretEnv).toContain("DATABASE_URL");
  expect(secrets.map(({ service, key, generate }) => [service, key, generate])).toEqual([
    ["web", "ADMIN_PASSWORD", "secret"],
    ["db", "POSTGRES_PASSWORD", "secret"],
    ["redis", "REDIS_PASSWORD", "secret"],
  ]);
  const setting = (key: string) => fields.find((field) => field.key === key);
  expect(setting("SIGN_UP")).toMatchObject({ type: "boolean", default: "true" });
  expect(setting("POSTGRES_DB")).toMatchObject({ service: "db", default: "notes", required: true });
  expect(setting("SMTP_PASSWORD")).toMatchObject({ type: "password", secret: true });
  expect(setting("SMTP_PASSWORD")).not.toHaveProperty("required");
  expect(setting("PASSED_ON")).not.toHaveProperty("required");
});

test("a secret in a command reaches it through the environment, each word quoted", () => {
  const { services } = whole({ "docker-compose.yml": COMPOSE });
  expect(services.redis?.commandArgv).toEqual([
    "sh",
    "-c",
    `exec 'redis-server' '--requirepass' "\${REDIS_PASSWORD}"`,
  ]);
});

test("what the format cannot say is dropped by name", () => {
  const { paths } = whole({ "docker-compose.yml": COMPOSE });
  expect(paths("refused")).toEqual([]);
  expect(paths("dropped").sort()).toEqual([
    "services.web.labels",
    "services.web.ports",
    "services.web.restart",
    "services.web.x-own",
    "x-env",
  ]);
});

test("one variable under names that mean something else elsewhere gets a name of its own", () => {
  const { services, fields, secrets } = whole({
    "compose.yml": `services:
  a: { image: "x/a:1", environment: { NAME: "\${SITE:-one}", KEY: "\${A_SECRET}", URL: "x\${A_SECRET}" } }
  b: { image: "x/b:1", environment: { NAME: fixed, OTHER: "\${SITE:-one}!", KEY: other, URL: "y\${A_SECRET}" } }`,
  });
  expect(fields).toMatchObject([{ key: "SITE", default: "one" }]);
  expect(services.a?.environment).toEqual({ NAME: "{{config:SITE}}", URL: "x{{config:KEY}}" });
  expect(services.b?.environment).toMatchObject({ OTHER: "{{config:SITE}}!", URL: "y{{config:A_SECRET}}" });
  expect(new Set(secrets.map((field) => field.generateGroup)).size).toBe(1);
});

test("command and entrypoint are read as a string or as a list", () => {
  const { services } = whole({
    "compose.yml": `services:
  a: { image: "x/a:1", command: serve --title "My notes", entrypoint: [/init, $$HOME] }
  b: { image: "x/b:1", command: [sh, -c, "exec run $$OPTS \${TOKEN}"] }`,
  });
  expect(services.a).toMatchObject({
    commandArgv: ["serve", "--title", "My notes"],
    entrypoint: ["/init", "$HOME"],
  });
  expect(services.b?.commandArgv).toEqual(["sh", "-c", `exec run $OPTS \${TOKEN}`]);
});

test("files that came along are put into the container, and an .env gives defaults but no secrets", () => {
  const { definition, fields, secrets, paths } = whole({
    "docker-compose.yml": `services:
  web:
    image: example/web:1
    env_file: web.env
    environment: { MODE: "\${MODE}", SECRET_KEY: "\${SECRET_KEY}" }
    volumes: ["./conf:/etc/web:ro", "./missing.conf:/etc/missing.conf"]
    configs: [{ source: greeting, target: /greeting }]
    secrets: [db_password]
configs: { greeting: { content: "hello \${WHO:-world}" } }
secrets: { db_password: { file: ./secret.txt } }`,
    "conf/a.ini": "price = $5",
    "web.env": "# words\nLEVEL=info\nexport QUOTED='a b'",
    ".env": "MODE=quiet\nSECRET_KEY=known",
  });
  expect(definition.files).toMatchObject([
    { path: "/etc/web/a.ini", content: "price = $5" },
    { path: "/greeting", content: "hello {{config:WHO}}" },
    { path: "/run/secrets/db_password", content: "{{config:DB_PASSWORD}}" },
  ]);
  expect(fields).toContainEqual(expect.objectContaining({ key: "MODE", default: "quiet" }));
  expect(secrets.map(({ key }) => key).sort()).toEqual(["DB_PASSWORD", "SECRET_KEY"]);
  expect(definition.services?.[0]?.environment).toMatchObject({ LEVEL: "info", QUOTED: "a b" });
  expect(paths("dropped")).toContain("services.web.volumes.1");
  expect(JSON.stringify(definition)).not.toContain("known");
});

test("service names that cannot be host names are renamed wherever they are named as hosts", () => {
  const { services, definition } = whole({
    "compose.yml": `services:
  My_App: { image: "x/a:1", depends_on: [data_base], ports: ["3000"], environment: { U: "pg://u@data_base:5432", USER: data_base } }
  data_base: { image: "x/b:1", ports: ["5432:5432", "22"] }`,
  });
  expect(Object.keys(services)).toEqual(["my-app", "data-base"]);
  expect(services["my-app"]).toMatchObject({
    dependsOn: ["data-base"],
    environment: { U: "pg://u@data-base:5432", USER: "data_base" },
  });
  expect(definition.endpoints).toMatchObject([
    { service: "my-app", port: 3000, kind: "http" },
    { service: "data-base", port: 5432, kind: "tcp" },
    { service: "data-base", port: 22, kind: "tcp", scope: "public" },
  ]);
});

test("an inline build file is taken over; one that needs its folder is refused", () => {
  const inline = (dockerfile: string) =>
    given({ "compose.yml": `services:\n  a:\n    build:\n      dockerfile_inline: "${dockerfile}"` });
  expect(inline("FROM x:1\\nRUN true")).toMatchObject({
    ok: true,
    definition: { services: [{ build: { dockerfile: "FROM x:1\nRUN true" } }] },
  });
  expect(inline("FROM x:1\\nCOPY . /app")).toMatchObject({ ok: false });
});

test("a service that only a profile starts is left out", () => {
  const result = given({
    "compose.yml": `services:\n  a: { image: "x/a:1" }\n  b: { image: "x/b:1", profiles: [debug] }`,
  });
  expect(result).toMatchObject({ ok: true, definition: { services: [{ name: "a" }] } });
});

test("a fixed password is kept, stored encrypted and remarked upon", () => {
  const result = service("environment: { DB_PASSWORD: example }");
  expect(result).toMatchObject({
    ok: true,
    definition: { services: [{ environment: { DB_PASSWORD: "example" }, secretEnv: ["DB_PASSWORD"] }] },
  });
});
