import { GitBranch, Globe } from "lucide-react";

/** The providers that an instance can be set up for, as people know them. */
export const PROVIDERS = {
  github: { label: "GitHub", Icon: GitBranch },
  google: { label: "Google", Icon: Globe },
} as const;

export type ProviderId = keyof typeof PROVIDERS;
