import { redirect } from "next/navigation";

/** The first page is the catalog: choose an app. */
export default function Home() {
  redirect("/apps");
}
