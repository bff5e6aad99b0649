const MOST_CHARACTERS = 1000;

// RFC 8252, section 7.3: on the loopback interface only, where the port is chosen anew each time. Looked at as it was
// written, since a parser reads 127.1 and 0x7f000001 as the same address.
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(\/|\?|$)/;

const HTTPS = /^https:\/\/[a-z0-9[]/i;

// A program's own scheme (RFC 8252, section 7.1) says which one: com.example.app, cursor, vscode.
const OWN_SCHEME = /^[a-z][a-z0-9+.-]{1,59}:/;

// What browsers and operating systems act upon by themselves.
const ACTED_UPON =
  /^(about|blob|chrome.*|content|data|edge|feed|file|filesystem|ftp|ftps|geo|intent|jar|javascript|ldap|mailto|moz-.*|ms-.*|res|resource|search-ms|shell|sms|smb|ssh|tel|telnet|urn|vbscript|view-source|wss?|x-.*):$/;

/**
 * What is wrong with a place that a client wants its answers sent to: it is to be compared character by character, so
 * nothing in it may be read in two ways.
 * @returns a sentence, or undefined when it can be registered
 */
export function redirectUriProblem(uri: string): string | undefined {
  if (uri.length > MOST_CHARACTERS) return `has more than ${MOST_CHARACTERS} characters`;
  if (!/^[\x21-\x7e]+$/.test(uri)) return "may hold printable ASCII only";
  if (/[#*\\<>"{}^`|]/.test(uri)) return "may hold no fragment, wildcard or unescaped character";
  if (!URL.canParse(uri)) return "must be an absolute URI";
  const { protocol, username, password } = new URL(uri);
  if (username || password || /^[^/?]*\/\/[^/?]*@/.test(uri)) return "may hold no user name or password";
  if (protocol === "https:") return HTTPS.test(uri) ? undefined : "must begin with https:// and a host";
  if (protocol === "http:")
    return LOOPBACK.test(uri)
      ? undefined
      : "may use http on localhost, 127.0.0.1 and [::1] only; everywhere else https";
  if (!OWN_SCHEME.test(uri) || ACTED_UPON.test(protocol))
    return "must use https, or a scheme of your program";
  return undefined;
}
