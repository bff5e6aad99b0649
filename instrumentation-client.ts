import { setNonce } from "get-nonce";
import { config } from "zod/v4/core";

// Runs in the browser before the page's own code, so that what the page's policy forbids is not even tried.

// Compiling a schema needs eval; here it is interpreted.
config({ jitless: true });

// What holds the page still behind a dialog writes a style element: it may, with the nonce of the page's own scripts.
setNonce(document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "");
