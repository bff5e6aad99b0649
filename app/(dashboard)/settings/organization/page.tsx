import type { Metadata } from "next";
import { NameForm } from "@/components/members/name-form";
import { OrganizationsCard } from "@/components/members/organizations-card";
import { SettingsPage } from "@/components/shell/settings/page";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { requireCaller } from "@/lib/auth/page-caller";
import { myOrganizations } from "@/lib/members";
import { managesPeople, roleLabel } from "@/lib/members/rules";
import { switchOrganizationAction } from "../../actions";
import { createOrganizationAction, renameAction } from "./actions";

export const metadata: Metadata = { title: "Organization" };

export default async function OrganizationPage() {
  const caller = await requireCaller("/settings/organization");
  const all = await myOrganizations(caller);
  const here = all.find(({ id }) => id === caller.organizationId);
  return (
    <SettingsPage title="Organization">
      {here && (
        <Card aria-labelledby="name-title">
          <CardHeader>
            <div>
              <h2 id="name-title" className="break-words">
                {here.name}
              </h2>
              <p className="text-xs text-muted-foreground">
                You are here as {roleLabel(here.role).toLowerCase()}.
              </p>
            </div>
          </CardHeader>
          {managesPeople(here.role) ? (
            <NameForm
              key={here.id}
              id="organization-name"
              label="Name of the organization"
              name={here.name}
              verb="Save the name"
              busyVerb="Saving…"
              primary
              save={renameAction}
            />
          ) : (
            <CardBody>
              <p className="text-muted-foreground">Only an owner or an admin can change its name.</p>
            </CardBody>
          )}
        </Card>
      )}
      <OrganizationsCard
        organizations={all}
        current={caller.organizationId}
        switchTo={switchOrganizationAction}
      />
      <Card aria-labelledby="create-title">
        <CardHeader>
          <div>
            <h2 id="create-title">Create another organization</h2>
            <p className="text-xs text-muted-foreground">
              It has apps and members of its own, and you own it. Nothing is shared between organizations.
            </p>
          </div>
        </CardHeader>
        <NameForm
          id="new-organization"
          label="Name of the new organization"
          placeholder="Harbour office"
          verb="Create it"
          busyVerb="Creating…"
          save={createOrganizationAction}
        />
      </Card>
    </SettingsPage>
  );
}
