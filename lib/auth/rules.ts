/** How long a password is, in characters as a person counts them. */
const LENGTH = { min: 8, max: 128 } as const;
const RANGE = `${LENGTH.min} to ${LENGTH.max} characters`;

/** What is said about a new password, by the field and when its length is wrong. */
export const PASSWORD_WORDS = {
  help: `${RANGE}. Several words make a good one.`,
  wrong: `Use ${RANGE}.`,
  setting: `must have ${RANGE}`,
} as const;

/** Whether a password is neither too short nor too long, whatever its bytes. */
export function hasPasswordLength(password: string): boolean {
  const { length } = [...password];
  return length >= LENGTH.min && length <= LENGTH.max;
}
