/** Puts text on the clipboard. @returns false when the browser refuses; plain http has no clipboard of its own. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // The older way below works without the permission.
  }
  const holder = document.createElement("textarea");
  holder.value = text;
  holder.style.position = "fixed";
  holder.style.opacity = "0";
  document.body.append(holder);
  holder.select();
  const done = document.execCommand("copy");
  holder.remove();
  return done;
}
