/** The labels on everything that this product makes on an engine. */
export const LABELS = {
  installation: "io.roadstead.installation",
  project: "io.roadstead.project",
  service: "io.roadstead.service",
  deployment: "io.roadstead.deployment",
} as const;
