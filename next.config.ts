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
      ],
    },
  ],
  turbopack: { root: import.meta.dirname },
};

export default config;
