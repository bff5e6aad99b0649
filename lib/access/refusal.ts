/**
 * Every way of saying no: the status, and the sentence a person reads. A refusal is thrown; any other error
 * is a bug and becomes a 500 with a request id.
 */
export const REFUSALS = {
  UNAUTHORIZED: [401, "Sign in first."],
  INVALID_CREDENTIALS: [401, "E-mail and password do not match."],
  INVALID_TOKEN: [401, "This token is wrong, expired or revoked."],
  INVALID_PASSWORD: [400, "The current password is wrong."],
  INVALID_CODE: [401, "This code is wrong, or was used already. Wait for the next one."],
  INVALID_RECOVERY_CODE: [401, "This recovery code is wrong, or was used already."],
  HAND_OFF_EXPIRED: [400, "No sign-in waits for this answer. Begin again in the Roadstead window."],
  CLAIM_EXPIRED: [400, "Claim expired"],
  CLOUD_REFUSED: [400, "The cloud did not accept this sign-in. Begin again in the Roadstead window."],
  CHALLENGE_EXPIRED: [401, "This sign-in has expired. Sign in again from the start."],
  PASSKEY_REJECTED: [401, "This passkey was not accepted. Try again, or sign in another way."],
  BEARER_NOT_ALLOWED_FROM_BROWSER: [401, "A browser signs in with its session; tokens are for programs."],
  TOKEN_READ_ONLY: [403, "This token may only read, and sees no secrets."],
  TOKEN_ORG_SCOPE: [403, "This token belongs to another organization."],
  PROPOSAL_NEEDED: [403, "This client may only propose changes. A person approves them in the dashboard."],
  MCP_CLIENT_UNBOUND: [
    403,
    "This AI client may do nothing here. Connect it again, and choose what it may reach.",
  ],
  FORBIDDEN: [403, "You may see this, but not change it. Ask an admin of the organization."],
  GRANT_EXCEEDS_ACCESS: [403, "You can only give what you may do yourself."],
  REDIRECT_REJECTED: [403, "Only a path of this instance can be returned to."],
  SIGNUP_DISABLED: [403, "This instance takes no sign-ups. Ask an admin of it for an invitation."],
  SESSION_NOT_FRESH: [403, "This needs a recent sign-in. Sign in again, then repeat it."],
  USER_BANNED: [403, "This account is blocked. Ask an admin of this instance."],
  INVITATION_NOT_YOURS: [403, "This invitation is for another address. Sign in with that one to accept it."],
  BROWSER_NOT_ALLOWED: [403, "This is for the command line of the server, not for a browser."],
  ORIGIN_REJECTED: [
    403,
    "This request came from an address that this instance does not trust. Set ROADSTEAD_PUBLIC_URL or ROADSTEAD_TRUSTED_ORIGINS to the address you use.",
  ],
  NOT_FOUND: [404, "It does not exist, or you may not see it."],
  CONSENT_EXPIRED: [
    400,
    "This request of an AI client is not valid any more. Connect it again from the client.",
  ],
  INVITATION_NOT_FOUND: [404, "This invitation is not valid any more. Ask for a new one."],
  ALREADY_SET_UP: [409, "This instance has its first admin already. Sign in, and add people from there."],
  ACCOUNT_EXISTS: [409, "This address has an account already. Sign in, then open the invitation again."],
  ALREADY_MEMBER: [409, "This person is a member already."],
  ALREADY_INVITED: [
    409,
    "This address is invited already. Copy its link, or withdraw that invitation first.",
  ],
  ORGANIZATION_NAME_TAKEN: [409, "Another organization has this short name. Choose another one."],
  ORGANIZATION_IN_USE: [409, "This organization still has projects or servers. Remove them first."],
  OWN_ACCOUNT: [409, "This is your own account. Let another admin of the instance do this."],
  LAST_OWNER: [409, "An organization always has an owner. Make somebody else an owner first."],
  LAST_SIGN_IN_METHOD: [409, "This is your only way to sign in. Add another one first."],
  PASSWORD_NEEDED: [409, "Your account has no password yet. Add one first."],
  PASSWORD_ALREADY_SET: [409, "Your account has a password already. Change it instead."],
  TWO_FACTOR_ALREADY_ENABLED: [409, "Two-factor authentication is on already. Turn it off first."],
  TWO_FACTOR_NOT_ENABLED: [409, "Two-factor authentication is not on. Set it up first."],
  PASSKEYS_UNAVAILABLE: [
    409,
    "Passkeys need a name and HTTPS: set ROADSTEAD_PUBLIC_URL, or on this machine open http://localhost instead of a number.",
  ],
  ACCOUNT_LINKED_ELSEWHERE: [409, "Another person of this instance uses this account already."],
  PROJECT_NAME_TAKEN: [409, "Another project has this name. Choose another one."],
  PROJECT_NOT_DEPLOYED: [409, "This project has not been deployed yet. Deploy it first."],
  PROJECT_IN_USE: [409, "Other projects use this one. Disconnect them first, or send disconnect: true."],
  PROJECT_BUSY: [409, "A deployment of this project is still running. Wait for it, or cancel it."],
  PROJECT_PINNED: [409, "This project is pinned to its version. Unpin it first."],
  DATA_NOT_BACK: [
    409,
    "An update failed and its data could not be put back yet. Deploy the project: that puts it back first.",
  ],
  NOTHING_TO_UPDATE: [409, "There is nothing newer that this project could be updated to."],
  UPDATE_ROUND_RUNNING: [
    409,
    "Projects are being updated one after the other already. Wait for that, or end it.",
  ],
  NO_UPDATE_ROUND: [409, "No round of updates is under way."],
  NO_WAY_BACK: [409, "There is no way back to this deployment."],
  STORAGE_REFUSED: [409, "The backup storage could not be used."],
  STORAGE_IN_USE: [409, "Backups or schedules use this storage. Delete them first."],
  STORAGE_NAME_TAKEN: [409, "Another backup storage has this name. Choose another one."],
  BACKUP_NOT_USABLE: [409, "This backup was never verified, so nothing is restored from it."],
  DEPLOYMENT_FINISHED: [409, "This deployment has ended already."],
  HOST_PORT_TAKEN: [409, "This port of the host is in use. Choose another one."],
  DOMAIN_TAKEN: [409, "This domain leads to another project already. Choose another one."],
  DOMAIN_IN_USE: [409, "The app is told this domain as its address. Choose another address for it first."],
  TOO_MANY_DOMAINS: [409, "This project has as many domains as it may have. Remove one first."],
  HOST_RESOURCES_INSUFFICIENT: [409, "This machine is too small for this app."],
  APP_NOT_INSTALLABLE: [409, "This app cannot be installed on this instance."],
  APP_ID_TAKEN: [409, "The catalog has an app with this id already. Choose another id."],
  APP_INSTALLED: [409, "This app is installed. Uninstall it first, then delete it."],
  REGISTRY_REFUSED: [409, "The registry could not be signed in to like this, so nothing was changed."],
  TOO_MANY_CHANNELS: [
    409,
    "The organization has as many notification channels as it may keep. Remove one first.",
  ],
  TOO_MANY_APPS: [409, "The organization has as many apps of its own as it may keep. Delete one first."],
  SECRET_UNREADABLE: [
    409,
    "A stored secret cannot be decrypted, so nothing was changed. BETTER_AUTH_SECRET must be the one it was stored with.",
  ],
  PROPOSAL_DECIDED: [409, "This proposal was decided already. Nothing was done again."],
  PROPOSAL_EXPIRED: [409, "This proposal was not decided in time. Let the client propose it again."],
  PROPOSAL_STALE: [
    409,
    "What this proposal is about has changed since it was made, so nothing was done. Let the client propose it again.",
  ],
  PROPOSAL_CLIENT_GONE: [
    409,
    "The client that asked may not do this any more, so nothing was done. Decline it, or connect the client again.",
  ],
  TOO_MANY_PROPOSALS: [
    409,
    "As many proposals of this client as may wait are waiting. Let a person decide on some first.",
  ],
  CLOUD_NOT_SET_UP: [409, "This instance knows no cloud. Set ROADSTEAD_CLOUD_URL to its address."],
  MCP_SIGN_IN_OFF: [409, "AI clients sign in over HTTPS only. Set ROADSTEAD_PUBLIC_URL to an https address."],
  MAIL_NOT_SET_UP: [
    409,
    "This instance cannot send mail. Ask an admin of it for a link to choose a new password.",
  ],
  RESET_LINK_INVALID: [400, "This link has been used, has expired or is incomplete. Ask for a new one."],
  PAYLOAD_TOO_LARGE: [413, "The request is larger than 1 MiB."],
  UNSUPPORTED_MEDIA_TYPE: [415, "Send the body as JSON, with Content-Type: application/json."],
  INVALID_JSON: [400, "The request body is not valid JSON."],
  BODY_CUT_OFF: [400, "The request ended before all of its body had arrived."],
  EMPTY_GRANTS: [
    400,
    "An empty list of grants allows nothing. Name what the token may reach, or leave grants out for everything you may do.",
  ],
  VALIDATION_ERROR: [400, "Some values need attention."],
  TOO_MANY_ATTEMPTS: [429, "Too many wrong codes. Wait 15 minutes, then sign in again."],
  ENGINE_REFUSED: [409, "The container engine refused this."],
  ENGINE_UNAVAILABLE: [503, "The container engine does not answer. Start it, then try again."],
  RATE_LIMITED: [429, "Too many requests in a short time. Wait a moment, then try again."],
  CLOUD_UNAVAILABLE: [503, "The cloud does not answer. Try again in a moment."],
  AUDIT_UNAVAILABLE: [
    503,
    "It was done, but it could not be written into the audit log. Look at its result before you repeat it, and tell an admin of this instance.",
  ],
  AUTH_UNAVAILABLE: [503, "Sign-in cannot be checked right now. Try again in a moment."],
  INTERNAL: [500, "Something went wrong here. The server's log has the details under this request id."],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** A field of the input and what is wrong with it; `path` is dotted, such as `settings.db.PASSWORD`. */
export type Issue = { path: string; message: string };

export type RefusalOptions = ErrorOptions & {
  /** Replaces the table's sentence with a more exact one. Never put a secret in. */
  message?: string;
  issues?: Issue[];
  /** When trying again may help, in seconds from now. */
  retryAfterS?: number;
};

/** A refusal of the table, thrown by verbs and shown to the caller as it is. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly issues: Issue[] | undefined;
  readonly retryAfterS: number | undefined;
  constructor(code: RefusalCode, { message, issues, retryAfterS, ...options }: RefusalOptions = {}) {
    super(message ?? REFUSALS[code][1], options);
    this.name = "Refusal";
    this.code = code;
    this.issues = issues;
    this.retryAfterS = retryAfterS;
  }

  // Told by its name: pages, routes and boot each have a copy of this class, and share what throws it.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "Refusal";
  }

  get status(): number {
    return REFUSALS[this.code][0];
  }
}
