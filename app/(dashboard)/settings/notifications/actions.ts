"use server";

import { callerFromCookies } from "@/lib/auth/page-caller";
import { answer } from "@/lib/http/answer";
import { addChannel, changeChannel, removeChannel, renewSecret, testChannel } from "@/lib/notifications";
import type { ChangedChannel, NewChannel } from "@/lib/notifications/schema";

export async function addChannelAction(input: NewChannel) {
  return await answer(async () => addChannel(await callerFromCookies(), input));
}

export async function changeChannelAction(input: ChangedChannel) {
  const result = await answer(async () => changeChannel(await callerFromCookies(), input));
  return result.ok ? { ok: true as const } : result;
}

export async function removeChannelAction(channelId: string) {
  const result = await answer(async () => removeChannel(await callerFromCookies(), { channelId }));
  return result.ok ? { ok: true as const } : result;
}

export async function testChannelAction(channelId: string) {
  return await answer(async () => testChannel(await callerFromCookies(), { channelId }));
}

export async function renewSecretAction(channelId: string) {
  return await answer(async () => renewSecret(await callerFromCookies(), { channelId }));
}
