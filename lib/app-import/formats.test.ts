import { expect, test } from "vitest";
import { lintDefinition } from "@/lib/app-definition/lint";
import { given, whole } from "./testing";

test("a Coolify template: its header is the card, its SERVICE_ variables are addresses and secrets", () => {
  const result = whole({
    "links.yaml": `# documentation: https://github.com/example/links
# slogan: Short links for a small team.
# category: automation
# tags: links,short
# port: 8080
services:
  link-app:
    image: example/links:3.1
    environment:
      - SERVICE_FQDN_LINKAPP_8080
      - BASE_URL=$SERVICE_FQDN_LINKAPP
      - PUBLIC_URL=\${SERVICE_URL_LINKAPP_8080}
      - ALLOWED_HOST=\${SERVICE_FQDN_LINKAPP}
      - DB_URL=mysql://$SERVICE_USER_DB:$SERVICE_PASSWORD_64_DB@db/links
      - APP_KEY=base64:$SERVICE_REALBASE64_APP
      - SESSION=$SERVICE_HEX_32_SESSION
      - TITLE=\${TITLE:-Links}
    depends_on: [db]
    exclude_from_hc: true
  db:
    image: mysql:9.4
    environment:
      MYSQL_USER: $SERVICE_USER_DB
      MYSQL_PASSWORD: $SERVICE_PASSWORD_64_DB
      MYSQL_ROOT_PASSWORD: \${SERVICE_PASSWORD_ROOT}
    volumes: [data:/var/lib/mysql]`,
  });
  expect(result.format).toBe("coolify");
  expect(result.definition).toMatchObject({
    id: "links",
    name: "Links",
    description: "Short links for a small team.",
    category: "automation",
    tags: ["links", "short"],
    repository: "https://github.com/example/links",
    endpoints: [{ service: "link-app", port: 8080, kind: "http" }],
  });
  expect(result.services["link-app"]?.environment).toEqual({
    BASE_URL: "{{publicUrl:link-app}}",
    PUBLIC_URL: "{{publicUrl:link-app:8080}}",
    ALLOWED_HOST: "{{publicHost:link-app}}",
    DB_URL: "mysql://{{config:MYSQL_USER}}:{{config:MYSQL_PASSWORD}}@db/links",
    APP_KEY: "base64:{{config:SERVICE_REALBASE64_APP}}",
  });
  expect(result.secrets).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: "MYSQL_PASSWORD", length: 64, encoding: "alphanumeric" }),
      expect.objectContaining({ key: "SERVICE_REALBASE64_APP", length: 43, encoding: "base64" }),
      expect.objectContaining({ key: "SESSION", length: 64, encoding: "hex" }),
    ]),
  );
  expect(result.fields).toMatchObject([{ key: "TITLE", default: "Links" }]);
  expect(lintDefinition(result.definition)).toEqual([]);
});

test("a Dokploy blueprint: variables, domains, environment and mounted files of template.toml", () => {
  const result = whole({
    "docker-compose.yml": `services:
  board:
    image: example/board:5.0
    environment:
      HOST: \${BOARD_HOST}
      PASSWORD: \${BOARD_PASSWORD}
      TOKEN: \${BOARD_TOKEN}
      LIMIT: \${LIMIT}
    volumes:
      - ../files/board.conf:/etc/board.conf
      - ../files/uploads:/uploads
  worker:
    image: example/board:5.0
    env_file: .env`,
    "template.toml": `[variables]
main_domain = "\${domain}"
pw = "\${password:24}"
key = "\${base64:32}"
jwt_token = "\${jwt:key:claims}"
claims = '{ "role": "anon" }'
[config]
[[config.domains]]
serviceName = "board"
port = 3000
host = "\${main_domain}"
[config.env]
BOARD_HOST = "https://\${main_domain}"
BOARD_PASSWORD = "\${pw}"
BOARD_TOKEN = "\${jwt_token}"
LIMIT = 10
[[config.mounts]]
filePath = "/board.conf"
content = """
password = \${pw}
key = \${key}
"""`,
    "meta.json": `{"id":"board","name":"Board","description":"A board.","tags":["kanban"],"links":{"github":"https://github.com/example/board"}}`,
  });
  expect(result.format).toBe("dokploy");
  expect(result.definition).toMatchObject({
    id: "board",
    name: "Board",
    endpoints: [{ service: "board", port: 3000 }],
    repository: "https://github.com/example/board",
  });
  expect(result.services.board?.environment).toMatchObject({ HOST: "https://{{publicHost:board}}" });
  expect(result.services.board?.volumes).toEqual(["files-uploads:/uploads"]);
  expect(result.definition.files).toMatchObject([
    { path: "/etc/board.conf", content: "password = {{config:PASSWORD}}\nkey = {{config:template_key}}\n" },
  ]);
  expect(result.secrets).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ service: "board", key: "PASSWORD", length: 24 }),
      expect.objectContaining({ service: "worker", key: "BOARD_PASSWORD", length: 24 }),
      expect.objectContaining({
        key: "TOKEN",
        generate: "jwt",
        jwtRole: "anon",
        jwtSecretGroup: "template key",
      }),
    ]),
  );
  expect(result.fields).toMatchObject([{ default: "10" }]);
});

test("a CapRover one-click app: its form, its host names and its build lines", () => {
  const result = whole({
    "wall.yml": `captainVersion: 4
services:
  $$cap_appname:
    image: example/wall:$$cap_wall_version
    environment:
      DB_HOST: srv-captain--$$cap_appname-db
      DB_PASSWORD: $$cap_db_pass
      ROOT_URL: https://$$cap_appname.$$cap_root_domain
      COOKIE: x$$cap_gen_random_hex(32)
      PRICE: $5
    volumes: ["$$cap_appname-data:/data"]
    depends_on: [$$cap_appname-db]
    caproverExtra: { containerHttpPort: "3000" }
  $$cap_appname-db:
    environment: { POSTGRES_PASSWORD: $$cap_db_pass, POSTGRES_USER: $$cap_user }
    caproverExtra:
      notExposeAsWebApp: "true"
      dockerfileLines: ["FROM postgres:18.1", "RUN true"]
caproverOneClickApp:
  displayName: Wall
  description: A wall for notes.
  documentation: Taken from example.com
  instructions: { start: Hello., end: Open $$cap_appname.$$cap_root_domain now. }
  variables:
    - { id: $$cap_wall_version, label: Version, defaultValue: "1.9", validRegex: "/.{1,}/" }
    - { id: $$cap_db_pass, label: Database password, defaultValue: $$cap_gen_random_hex(24) }
    - { id: $$cap_user, label: Database user, description: Who owns it. }`,
  });
  expect(result.format).toBe("caprover");
  expect(result.definition).toMatchObject({
    id: "wall",
    name: "Wall",
    description: "A wall for notes.",
    endpoints: [{ service: "app", port: 3000 }],
    connection: { guide: { intro: "Open your address now." } },
  });
  expect(result.services.app).toMatchObject({
    image: "example/wall:1.9",
    dependsOn: ["app-db"],
    volumes: ["app-data:/data"],
    environment: { DB_HOST: "app-db", ROOT_URL: "https://{{publicHost:app}}", PRICE: "$5" },
  });
  expect(result.services["app-db"]?.build).toEqual({ dockerfile: "FROM postgres:18.1\nRUN true" });
  expect(result.secrets.filter(({ generateGroup }) => generateGroup === "db_pass")).toHaveLength(2);
  expect(result.fields).toMatchObject([
    { key: "POSTGRES_USER", label: "Database user", help: "Who owns it.", installStep: true },
  ]);
});

const TEMPLATES = `{ "version": "3", "templates": [
  { "type": 1, "title": "Pages", "name": "pages", "description": "Serves pages.", "categories": ["cms"],
    "image": "example/pages:7", "ports": ["8080:80/tcp"], "restart_policy": "always", "command": "serve --all",
    "volumes": [{ "container": "/pages" }, { "container": "/conf", "bind": "/srv/conf", "readonly": true }],
    "env": [
      { "name": "THEME", "label": "Theme", "select": [{ "text": "Dark", "value": "dark", "default": true }, { "text": "Light", "value": "light" }] },
      { "name": "MODE", "preset": true, "default": "quiet" },
      { "name": "PAGES_PASSWORD", "label": "Password" },
      { "name": "TITLE", "label": "Title", "default": "Pages" } ] },
  { "type": 3, "title": "Stack", "description": "Two.", "repository": { "url": "https://github.com/example/stack", "stackfile": "stack.yml" },
    "env": [{ "name": "LEVEL", "label": "Level", "default": "info" }] },
  { "type": 2, "title": "Swarm", "description": "Many." } ] }`;

test("a Portainer container template: ports, volumes, choices and preset values", () => {
  const result = whole({ "templates.json": TEMPLATES }, { name: "Pages" });
  expect(result.format).toBe("portainer");
  expect(result.definition).toMatchObject({
    id: "pages",
    category: "cms",
    endpoints: [{ port: 80, kind: "http" }],
  });
  expect(result.services.pages).toMatchObject({
    image: "example/pages:7",
    restart: "always",
    commandArgv: ["serve", "--all"],
    volumes: ["pages-pages:/pages"],
    environment: { MODE: "quiet" },
  });
  expect(result.fields).toMatchObject([
    { key: "THEME", type: "select", default: "dark", label: "Theme" },
    { key: "TITLE", default: "Pages" },
  ]);
  expect(result.secrets).toMatchObject([{ key: "PAGES_PASSWORD", label: "Password" }]);
  expect(result.paths("refused")).toEqual(["services.pages.volumes.1"]);
});

test("a Portainer stack needs its file; a Swarm stack and an unnamed choice are refused with a hint", () => {
  const stack = "services: { web: { image: 'example/web:1', environment: { LEVEL: $LEVEL } } }";
  const result = whole(
    { "templates.json": TEMPLATES, "stack.yml": stack },
    { name: "Stack", format: "portainer" },
  );
  expect(result.fields).toMatchObject([{ key: "LEVEL", label: "Level", default: "info" }]);
  const refused = (name?: string) => given({ "templates.json": TEMPLATES }, { ...(name && { name }) });
  expect(refused("Stack")).toMatchObject({ ok: false, issues: [{ path: "repository.stackfile" }] });
  expect(refused("Swarm")).toMatchObject({ ok: false, issues: [{ path: "type" }] });
  expect(refused()).toMatchObject({ ok: false, issues: [{ message: expect.stringContaining("“Pages”") }] });
});

const CONFIG = `{ "id": "photos", "name": "Photos", "port": 8123, "short_desc": "Keeps photos.", "categories": ["media"],
  "source": "https://github.com/example/photos", "exposable": true, "tipi_version": 1, "version": "4.2",
  "form_fields": [
    { "type": "random", "label": "Secret", "env_variable": "PHOTOS_SECRET", "min": 48, "encoding": "base64" },
    { "type": "password", "label": "Admin password", "env_variable": "PHOTOS_ADMIN", "required": true },
    { "type": "number", "label": "Most uploads", "env_variable": "PHOTOS_MOST", "default": 5, "min": 1, "max": 9 },
    { "type": "boolean", "label": "Faces", "env_variable": "PHOTOS_FACES", "default": true },
    { "type": "text", "label": "Mode", "env_variable": "PHOTOS_MODE", "options": [{ "label": "A", "value": "a" }], "required": false } ] }`;

test("a Runtipi app in its own JSON: form fields, the main service and its data folders", () => {
  const result = whole({
    "config.json": CONFIG,
    "docker-compose.json": `{ "schemaVersion": 2, "services": [
      { "name": "photos", "image": "example/photos:4.2", "isMain": true, "internalPort": 2342,
        "environment": [{ "key": "SECRET", "value": "\${PHOTOS_SECRET}" }, { "key": "ADMIN", "value": "\${PHOTOS_ADMIN}" },
          { "key": "MOST", "value": "\${PHOTOS_MOST}" }, { "key": "FACES", "value": "\${PHOTOS_FACES}" },
          { "key": "MODE", "value": "\${PHOTOS_MODE}" }, { "key": "SITE", "value": "http://\${APP_DOMAIN}" }, { "key": "TZ", "value": "\${TZ}" }],
        "dependsOn": { "db": { "condition": "service_healthy" } },
        "volumes": [{ "hostPath": "\${APP_DATA_DIR}/data/photos", "containerPath": "/photos" }],
        "addPorts": [{ "hostPort": 1900, "containerPort": 1900, "udp": true }], "stopGracePeriod": "1m" },
      { "name": "db", "image": "mariadb:11.8", "healthCheck": { "test": "healthcheck.sh", "interval": "10s", "startPeriod": "20s" },
        "environment": { "A": 1 }, "volumes": [{ "hostPath": "\${APP_DATA_DIR}/data/db", "containerPath": "/var/lib/mysql" }] } ] }`,
  });
  expect(result.format).toBe("runtipi");
  expect(result.definition).toMatchObject({
    id: "photos",
    name: "Photos",
    description: "Keeps photos.",
    endpoints: [{ service: "photos", port: 2342, kind: "http" }],
  });
  expect(result.services.photos).toMatchObject({
    volumes: ["data-photos:/photos"],
    dependsOn: ["db"],
    stopGracePeriod: "1m",
    environment: { SITE: "http://{{publicHost:photos}}" },
  });
  expect(result.services.db?.healthcheck).toMatchObject({ test: "healthcheck.sh", startPeriod: "20s" });
  expect(result.secrets).toMatchObject([{ key: "SECRET", length: 48, encoding: "base64" }]);
  expect(result.fields).toMatchObject([
    { key: "ADMIN", type: "password", secret: true, required: true, installStep: true },
    { key: "MOST", type: "number", min: 1, max: 9, default: "5" },
    { key: "FACES", type: "boolean", default: "true" },
    { key: "MODE", type: "select" },
    { key: "TZ", default: "Etc/UTC" },
  ]);
});

test("a Runtipi app in compose YAML: x-runtipi or the port of the app tells where the page is", () => {
  const yaml = (lines: string) => `services:\n  photos:\n    image: example/photos:4.2\n    ${lines}`;
  const port = (lines: string) =>
    whole({ "config.json": CONFIG, "docker-compose.yml": yaml(lines) }).definition.endpoints?.[0]?.port;
  expect(port("x-runtipi: { is_main: true, internal_port: 80 }")).toBe(80);
  expect(port(`ports: ['\${APP_PORT}:2342']`)).toBe(2342);
  expect(port("networks: [tipi_main_network]")).toBe(8123);
  const socket = yaml("volumes: ['/var/run/docker.sock:/var/run/docker.sock']");
  expect(given({ "config.json": CONFIG, "docker-compose.yml": socket }).ok).toBe(false);
});
