/** What an empty form begins with: the least that can be installed. */
export const STARTER = `${JSON.stringify(
  {
    $schema: "/schema/app-v1.json",
    id: "my-app",
    name: "My app",
    description: "What it is for, in one line.",
    kind: "template",
    logo: "my-app",
    category: "other",
    available: true,
    services: [
      {
        name: "web",
        image: "nginx:1.29.1-alpine",
        exposed: true,
        exposedPort: 80,
        environment: {},
        volumes: ["content:/usr/share/nginx/html"],
      },
    ],
    settings: [],
    connection: {
      outputs: [{ id: "url", label: "Address", source: "publicUrl:web", kind: "url", recommended: true }],
    },
  },
  null,
  2,
)}\n`;
