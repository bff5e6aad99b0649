const SECRET =
  /(?:^|_)(?:PASS|PWD|PASSPHRASE|SECRET|SECRETS|TOKEN|SALT|PEPPER|CREDENTIALS?)(?:_|$)|PASSWORD|PASSWD|SECRET|APIKEY|(?:^|_)(?:API|APP|ENCRYPTION|ENC|SIGNING|PRIVATE|MASTER|ACCESS|JWT|SESSION|COOKIE|HMAC|AUTH|CRYPTO|VAULT)_?KEY(?:_|$)|KEY_BASE$/;
const NO_SECRET =
  /(?:_FILE|_PATH|_TTL|_EXPIRY|_EXPIRES?(?:_IN)?|_LIFETIME|_LENGTH|_TIMEOUT|_NAME|_ID|_URL|_ENABLED?|_POLICY|_ROUNDS|_TYPE|_HOST|_PORT)$|ALLOW_EMPTY|RANDOM_ROOT_PASSWORD|PASSWORD_RESET|PUBLIC_KEY/;
const OUTSIDE =
  /SMTP|MAIL|OAUTH|OIDC|SAML|LDAP|CLIENT|GOOGLE|GITHUB|GITLAB|FACEBOOK|AWS|(?:^|_)S3|AZURE|OPENAI|ANTHROPIC|GEMINI|STRIPE|TWILIO|SLACK|DISCORD|TELEGRAM|LICEN[CS]E|CLOUDFLARE|SENTRY|WEBHOOK|CAPTCHA|TURNSTILE|MAPBOX|VPN|TUNNEL|BOT_/;

/** Whether a variable's name says that its value is a secret. */
export function looksSecret(name: string): boolean {
  const upper = name.toUpperCase();
  return SECRET.test(upper) && !NO_SECRET.test(upper);
}

/** Whether a secret is one that somebody else gave out, so that a generated value would be of no use. */
export function comesFromOutside(name: string): boolean {
  return OUTSIDE.test(name.toUpperCase());
}

/** `DB_HOST_NAME` → `Db host name`; words that are spoken by the letter keep their capitals. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase()
    .replaceAll(SPELLED, (word) => word.toUpperCase());
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 200) || "Value";
}

const SPELLED =
  /\b(?:url|uri|api|id|ip|db|smtp|jwt|tls|ssl|http|https|s3|aws|tz|uid|gid|sso|oidc|ldap|ui)\b/g;
