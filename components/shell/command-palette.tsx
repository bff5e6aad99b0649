"use client";

import { Download, Play, RotateCw, Square } from "lucide-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { filterCatalog, NO_FILTER } from "@/components/apps/filter-catalog";
import { AppTile } from "@/components/marks/app-tile";
import { StatusMark } from "@/components/marks/status-mark";
import { projectWords } from "@/components/projects/status-words";
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from "@/components/ui/command";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import type { ProjectRow } from "@/lib/projects/schema";
import { useCatalog, useProjects } from "./live";
import { INNER_PLACES, PLACES, PROPOSALS, SETTINGS } from "./places";
import { useSettingsSections } from "./settings/use-sections";
import { useShell } from "./shell-provider";
import { useRunProject } from "./use-run-project";

/** Ctrl or Cmd with K: every page, app and action by its name. */
export function CommandPalette() {
  const { commandsOpen, setCommandsOpen } = useShell();
  const [text, setText] = useState("");
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setCommandsOpen(true);
    }
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [setCommandsOpen]);
  function close() {
    setCommandsOpen(false);
    setText("");
  }
  return (
    <Dialog open={commandsOpen} onOpenChange={(open) => (open ? setCommandsOpen(true) : close())}>
      <DialogContent>
        <DialogTitle className="sr-only">Go to or run</DialogTitle>
        <DialogDescription className="sr-only">
          Type the name of a page, an app or an action.
        </DialogDescription>
        <Command loop>
          <CommandInput
            placeholder="Go to a page or an app, or run an action"
            aria-label="Go to or run"
            value={text}
            onValueChange={setText}
          />
          <CommandList label="Pages, apps and actions">
            <CommandEmpty>Nothing goes by this name.</CommandEmpty>
            <Choices close={close} text={text} />
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

/** The most apps in the list at once: beyond, one types a letter more. */
const MOST_APPS = 60;

function Choices({ close, text }: { close: () => void; text: string }) {
  const router = useRouter();
  const catalog = filterCatalog(useCatalog() ?? [], { ...NO_FILTER, text: withoutVerb(text) });
  const apps = catalog.slice(0, MOST_APPS);
  const projects = useProjects();
  function go(href: Route) {
    close();
    router.push(href);
  }
  const sections = useSettingsSections();
  return (
    <>
      <CommandGroup heading="Pages">
        {[...PLACES, PROPOSALS, ...INNER_PLACES, SETTINGS, ...sections].map(({ href, label, Icon }) => (
          <CommandItem key={href} value={`page ${label}`} onSelect={() => go(href)}>
            <Icon aria-hidden className="text-muted-foreground" />
            {label}
          </CommandItem>
        ))}
      </CommandGroup>
      {projects.length > 0 && (
        <CommandGroup heading="Projects">
          {projects.map((project) => (
            <CommandItem
              key={project.id}
              value={`project ${project.name} ${project.id}`}
              onSelect={() => go(`/projects/${project.id}` as Route)}
            >
              <AppTile logo={project.logo} name={project.appName} size="xs" />
              <span className="min-w-0 flex-1 truncate">{project.name}</span>
              <StatusMark {...projectWords(project.status)} plain />
            </CommandItem>
          ))}
        </CommandGroup>
      )}
      <CommandGroup heading="Apps">
        {apps.map((app) => (
          <CommandItem
            key={app.id}
            value={`app ${app.name} ${app.tags.join(" ")}`}
            onSelect={() => go(`/apps/${app.id}` as Route)}
          >
            <AppTile logo={app.logo} name={app.name} size="xs" />
            {app.name}
          </CommandItem>
        ))}
      </CommandGroup>
      <CommandGroup heading="Actions">
        {apps
          .filter((app) => app.available && !app.requiresVersion && app.kind === "template")
          .map((app) => (
            <CommandItem
              key={app.id}
              value={`install ${app.name}`}
              onSelect={() => go(`/apps/${app.id}/install` as Route)}
            >
              <Download aria-hidden className="text-muted-foreground" />
              Install {app.name}
            </CommandItem>
          ))}
        <ProjectActions projects={projects} close={close} />
      </CommandGroup>
    </>
  );
}

/** "install gh" looks for apps by "gh": the verb stands before every one. */
function withoutVerb(text: string): string {
  return text.replace(/^\s*i(?:n(?:s(?:t(?:a(?:l(?:l)?)?)?)?)?)?(?:\s+|$)/i, "");
}

const ACTIONS = [
  { action: "restart", verb: "Restart", Icon: RotateCw, when: ["starting", "running", "degraded", "failed"] },
  { action: "stop", verb: "Stop", Icon: Square, when: ["starting", "running", "degraded", "failed"] },
  { action: "start", verb: "Start", Icon: Play, when: ["stopped"] },
] as const;

function ProjectActions({ projects, close }: { projects: ProjectRow[]; close: () => void }) {
  const run = useRunProject();
  return projects.flatMap((project) =>
    ACTIONS.filter(({ when }) => (when as readonly string[]).includes(project.status.state)).map(
      ({ action, verb, Icon }) => (
        <CommandItem
          key={`${action} ${project.id}`}
          value={`${verb} ${project.name} ${project.id}`}
          onSelect={() => {
            close();
            void run(project, action);
          }}
        >
          <Icon aria-hidden className="text-muted-foreground" />
          {verb} {project.name}
        </CommandItem>
      ),
    ),
  );
}
