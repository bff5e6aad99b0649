import { createHmac, timingSafeEqual } from "node:crypto";

const STEP_MS = 30_000;
const DIGITS = 6;

/** The six digits of one time step (RFC 4226, section 5.3). */
function codeAt(secret: string | Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac[mac.length - 1] as number) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

/**
 * Which 30-second step a code belongs to (RFC 6238): the present one or a neighbour, since clocks differ.
 * @returns undefined when it is none of the three
 */
export function stepOf(secret: string | Buffer, code: string, now = Date.now()): number | undefined {
  const given = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS + 1));
  const present = Math.floor(now / STEP_MS);
  return [present, present - 1, present + 1].find((step) => {
    const right = Buffer.from(codeAt(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
