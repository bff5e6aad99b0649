import { type Settings, settings } from "@/lib/settings";
import { signUpClosed } from "./sign-up-closed";

export type SocialProvider = keyof Settings["social"];

/** The providers this instance can sign in with: those whose id and secret are set. */
export function configuredProviders({ social }: Settings = settings()): SocialProvider[] {
  return (Object.keys(social) as SocialProvider[]).filter((name) => social[name]);
}

/**
 * The providers as the auth library takes them. Signing in never makes an account in passing: on the cloud a person
 * asks to sign up, on a self-hosted instance nobody can.
 */
export function socialProviders({ social }: Settings = settings()) {
  const rules = { disableImplicitSignUp: true, disableSignUp: signUpClosed() };
  return {
    ...(social.github && { github: { ...social.github, ...rules } }),
    ...(social.google && { google: { ...social.google, ...rules } }),
  };
}
