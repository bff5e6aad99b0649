import type { AppDefinitionInput } from "@/lib/app-definition/schema";

/** An app as somebody would bring it: one container with a page. */
export const BEACON: AppDefinitionInput = {
  id: "beacon",
  name: "Beacon",
  description: "Blinks at night.",
  kind: "template",
  logo: "beacon",
  category: "other",
  available: true,
  services: [{ name: "web", image: "example/beacon:2.1.0", exposed: true, exposedPort: 8080 }],
};
