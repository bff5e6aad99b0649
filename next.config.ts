import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  // Types are a check of their own (npm run check); whoever starts Roadstead need not wait for them.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["postgres", "dockerode", "@grpc/grpc-js", "protobufjs", "@node-rs/argon2"],
  outputFileTracingRoot: import.meta.dirname,
  headers: async () => [
    // How a second start knows that it is Roadstead which holds the port.
    { source: "/api/health", headers: [{ key: "x-roadstead", value: "1" }] },
    {
      source: "/:path*",
      headers: [
        { key: "x-content-type-options", value: "nosniff" },
        { key: "x-frame-options", value: "DENY" },
        { key: "referrer-policy", value: "same-origin" },
        {
          key: "permissions-policy",
          value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        },
      ],
    },
    // A picture opened by itself is a page of ours, and an SVG may hold scripts.
    {
      source: "/:folder(logos|schema)/:path*",
      headers: [
        {
          key: "content-security-policy",
          value: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        },
      ],
    },
  ],
  redirects: async () => [{ source: "/login", destination: "/sign-in", permanent: false }],
  turbopack: { root: import.meta.dirname },
};

export default config;
