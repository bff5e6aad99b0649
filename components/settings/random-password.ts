const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/** 24 letters and digits that nobody can guess (140 bits), without the ones that look alike. */
export function randomPassword(): string {
  const limit = 256 - (256 % ALPHABET.length);
  const picked: string[] = [];
  while (picked.length < 24) {
    // A byte above the limit would make the first letters likelier than the others.
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < limit && picked.length < 24) picked.push(ALPHABET.charAt(byte % ALPHABET.length));
    }
  }
  return picked.join("");
}
