"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { verifySecondFactor } from "@/lib/auth";
import { answer } from "@/lib/http/answer";
import { internalPath } from "../sign-in/internal-path";

export type Kind = "code" | "recovery";
export type SecondFactorFailure = { code: string; typed: string; message: string; aboutField: boolean };

const ABOUT_FIELD = ["VALIDATION_ERROR", "INVALID_CODE", "INVALID_RECOVERY_CODE"];

/** Answers the challenge and goes on to `next`; what was wrong comes back with what was typed. */
export async function secondFactorAction(
  next: string,
  kind: Kind,
  _last: SecondFactorFailure | undefined,
  form: FormData,
): Promise<SecondFactorFailure> {
  const typed = String(form.get("code") ?? "");
  const result = await answer(async () => verifySecondFactor({ kind, code: typed }, await headers()));
  if (result.ok) redirect(internalPath(next));
  const message = result.issues?.[0]?.message ?? result.message;
  return { code: result.code, typed, message, aboutField: ABOUT_FIELD.includes(result.code) };
}
