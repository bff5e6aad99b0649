/** The labels on everything that this product makes on an engine. */
export const LABELS = {
  installation: "io.roadstead.installation",
  project: "io.roadstead.project",
  service: "io.roadstead.service",
  /** On the network of a connection, whose `project` uses what this project provides. */
  source: "io.roadstead.source",
  deployment: "io.roadstead.deployment",
  /** On a copy of a volume, whose name it is, and on what helps to make one. */
  copyOf: "io.roadstead.copy-of",
  /** On what exists only while a backup is made, whose id it is. */
  backup: "io.roadstead.backup",
  /** Which state of its variables and files a container was made with, counted within one deployment. */
  revision: "io.roadstead.revision",
} as const;
