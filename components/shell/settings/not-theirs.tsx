import { Card, CardBody } from "@/components/ui/card";
import { SettingsPage } from "./page";

/** Instead of a page that belongs to whoever administers the organization. */
export function NotTheirs({ title, words }: { title: string; words: string }) {
  return (
    <SettingsPage title={title}>
      <Card>
        <CardBody>{words}</CardBody>
      </Card>
    </SettingsPage>
  );
}
