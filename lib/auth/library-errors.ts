import { isAPIError } from "better-auth/api";
import { REFUSALS, Refusal, type RefusalCode } from "@/lib/access/refusal";
import { PASSWORD_WORDS } from "./rules";

/** The library's own words for what our table of refusals says, in one place; what is not listed keeps its code. */
const OURS: Record<string, RefusalCode> = {
  UNAUTHORIZED: "UNAUTHORIZED",
  INVALID_EMAIL_OR_PASSWORD: "INVALID_CREDENTIALS",
  INVALID_PASSWORD: "INVALID_PASSWORD",
  SESSION_NOT_FRESH: "SESSION_NOT_FRESH",
  SESSION_EXPIRED: "SESSION_NOT_FRESH",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "SIGNUP_DISABLED",
  PASSWORD_ALREADY_SET: "PASSWORD_ALREADY_SET",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "PASSWORD_NEEDED",
  SOCIAL_ACCOUNT_ALREADY_LINKED: "ACCOUNT_LINKED_ELSEWHERE",
  ACCOUNT_NOT_FOUND: "NOT_FOUND",
  PROVIDER_NOT_FOUND: "NOT_FOUND",

  INVALID_ORIGIN: "ORIGIN_REJECTED",
  INVALID_CALLBACK_URL: "REDIRECT_REJECTED",
  INVALID_REDIRECT_URL: "REDIRECT_REJECTED",
  INVALID_ERROR_CALLBACK_URL: "REDIRECT_REJECTED",
  INVALID_NEW_USER_CALLBACK_URL: "REDIRECT_REJECTED",
  MISSING_OR_NULL_ORIGIN: "ORIGIN_REJECTED",
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: "ORIGIN_REJECTED",
  UNSUPPORTED_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",

  INVALID_TWO_FACTOR_COOKIE: "CHALLENGE_EXPIRED",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "CHALLENGE_EXPIRED",
  INVALID_CODE: "INVALID_CODE",
  INVALID_BACKUP_CODE: "INVALID_RECOVERY_CODE",
  TOTP_NOT_ENABLED: "TWO_FACTOR_NOT_ENABLED",
  TWO_FACTOR_NOT_ENABLED: "TWO_FACTOR_NOT_ENABLED",
  BACKUP_CODES_NOT_ENABLED: "TWO_FACTOR_NOT_ENABLED",
  TOTP_ALREADY_ENABLED: "TWO_FACTOR_ALREADY_ENABLED",

  PASSKEY_NOT_FOUND: "NOT_FOUND",
  CHALLENGE_NOT_FOUND: "PASSKEY_REJECTED",
  AUTHENTICATION_FAILED: "PASSKEY_REJECTED",
  FAILED_TO_VERIFY_REGISTRATION: "PASSKEY_REJECTED",
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "NOT_FOUND",

  ORGANIZATION_NOT_FOUND: "NOT_FOUND",
  MEMBER_NOT_FOUND: "NOT_FOUND",
  NO_ACTIVE_ORGANIZATION: "NOT_FOUND",
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: "NOT_FOUND",
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: "NOT_FOUND",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: "FORBIDDEN",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: "FORBIDDEN",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: "FORBIDDEN",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: "FORBIDDEN",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: "FORBIDDEN",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: "FORBIDDEN",
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: "FORBIDDEN",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: "LAST_OWNER",
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: "LAST_OWNER",
  ORGANIZATION_ALREADY_EXISTS: "ORGANIZATION_NAME_TAKEN",
  ORGANIZATION_SLUG_ALREADY_TAKEN: "ORGANIZATION_NAME_TAKEN",
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "ALREADY_MEMBER",
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: "ALREADY_INVITED",
  INVITATION_NOT_FOUND: "INVITATION_NOT_FOUND",
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: "INVITATION_NOT_FOUND",
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: "INVITATION_NOT_YOURS",
};

const FIELD_OF: Record<string, { path: string; message: string }> = {
  INVALID_EMAIL: { path: "email", message: "Write an e-mail address, such as maren@example.org." },
  PASSWORD_TOO_SHORT: { path: "password", message: PASSWORD_WORDS.wrong },
  PASSWORD_TOO_LONG: { path: "password", message: PASSWORD_WORDS.wrong },
};

type LibraryError = {
  code?: string;
  error?: string;
  message?: string;
  issues?: { path: string; message: string }[];
};

/** What an error answer of the auth library means here. @returns undefined when the library's own code stands */
export function refusalOf(status: number, body: LibraryError): Refusal | undefined {
  const { code = body.error === "invalid_signature" ? "CONSENT_EXPIRED" : "", message = "", issues } = body;
  // A registration that does not verify is the one thing the library calls its own failure and is none.
  if (status >= 500 && code !== "FAILED_TO_VERIFY_REGISTRATION") return new Refusal("AUTH_UNAVAILABLE");
  const field = FIELD_OF[code];
  if (field) return new Refusal("VALIDATION_ERROR", { issues: [field] });
  if (OURS[code]) return new Refusal(OURS[code]);
  if (code === "VALIDATION_ERROR") {
    return new Refusal("VALIDATION_ERROR", { issues: issues ?? issuesIn(message) });
  }
  if (code in REFUSALS) return new Refusal(code as RefusalCode, { message: message || undefined, issues });
  if (message === "signup disabled") return new Refusal("SIGNUP_DISABLED");
  if (message === "Invitation not found!") return new Refusal("INVITATION_NOT_FOUND");
  if (message === "Invalid JSON in request body") return new Refusal("INVALID_JSON");
  if (status === 401 && !code) return new Refusal("UNAUTHORIZED");
  if (status === 404) return new Refusal("NOT_FOUND");
  return undefined;
}

/** What was thrown by a route of the auth library that was called from here, as a refusal. */
export function refusalFrom(cause: unknown): Refusal {
  if (cause instanceof Refusal) return cause;
  const known = isAPIError(cause) ? refusalOf(cause.statusCode, cause.body ?? {}) : undefined;
  return known ?? new Refusal("AUTH_UNAVAILABLE", { cause });
}

/** The library joins what zod found into one sentence: `[body.email] Invalid input; [body.name] …`. */
function issuesIn(message: string): { path: string; message: string }[] {
  return message.split("; ").map((part) => {
    const [, path = "", text = part] = part.match(/^\[(?:body|query)\.?([^\]]*)\] (.*)$/s) ?? [];
    return { path, message: text };
  });
}
