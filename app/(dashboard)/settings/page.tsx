import { redirect } from "next/navigation";

export default function SettingsRoom() {
  redirect("/settings/profile");
}
