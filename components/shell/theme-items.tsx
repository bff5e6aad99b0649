"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import {
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
} from "@/components/ui/dropdown-menu";
import { THEME_COOKIE, type Theme, themeOf } from "./theme";

const YEAR_S = 365 * 24 * 60 * 60;

/** Light, dark, or as the system: kept in a cookie, so that the server draws the right one at once. */
export function ThemeItems() {
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => setTheme(themeOf(document.documentElement.dataset.theme)), []);
  function choose(value: string) {
    const next = themeOf(value);
    setTheme(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing on plain http
    document.cookie = `${THEME_COOKIE}=${next}; path=/; max-age=${YEAR_S}; samesite=lax`;
  }
  return (
    <>
      <DropdownMenuLabel>Theme</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={theme} onValueChange={choose}>
        <DropdownMenuRadioItem value="system">
          <Monitor aria-hidden />
          As the system
        </DropdownMenuRadioItem>
        <DropdownMenuRadioItem value="light">
          <Sun aria-hidden />
          Light
        </DropdownMenuRadioItem>
        <DropdownMenuRadioItem value="dark">
          <Moon aria-hidden />
          Dark
        </DropdownMenuRadioItem>
      </DropdownMenuRadioGroup>
    </>
  );
}
