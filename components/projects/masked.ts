const DOTS = "••••••••••••";

/** A secret as it is shown before it is revealed. In an address only the password is hidden. */
export function masked(value: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/[^/?#\s:@]*:)([^/?#\s@]+)(@[^\s@?#]*)$/i.exec(value);
  return parts ? `${parts[1]}${DOTS}${parts[3]}` : DOTS;
}
