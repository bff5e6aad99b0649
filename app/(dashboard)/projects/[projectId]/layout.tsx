import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ProjectHead } from "@/components/projects/project-head";
import { ProjectTabs } from "@/components/projects/project-tabs";
import { Page } from "@/components/shell/page";
import { listUpdates } from "@/lib/updates";
import { signedIn } from "../../signed-in";
import { redeployAction } from "./actions";
import { readProject } from "./read-project";

type LayoutProps = { params: Promise<{ projectId: string }>; children: ReactNode };

export async function generateMetadata({ params }: LayoutProps): Promise<Metadata> {
  if (!(await signedIn())) return {};
  const title = await readProject((await params).projectId).then(
    (project) => project.name,
    () => "Not found",
  );
  return { title };
}

export default async function ProjectLayout({ params, children }: LayoutProps) {
  const caller = await signedIn();
  if (!caller) return children;
  const project = await readProject((await params).projectId);
  const { data } = await listUpdates(caller, { projectId: project.id });
  const [update] = data;
  const newer = update?.behind ? (update.latest === update.current ? "" : update.latest) : null;
  return (
    <Page crumbs={[{ label: "Projects", href: "/projects" }, { label: project.name }]}>
      <ProjectHead project={project} redeploy={redeployAction.bind(null, project.id)} newer={newer} />
      <ProjectTabs projectId={project.id} draft={project.status.state === "draft"} />
      {children}
    </Page>
  );
}
