import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString("base64url");

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_DATA = 0x40;

type Options = { challenge: string; rp?: { id?: string }; rpId?: string };
type Change = { origin?: string; rpId?: string; userVerified?: boolean; challenge?: string };

/** An authenticator for tests: one ES256 key pair, speaking WebAuthn (level 2, sections 6.1 and 6.5) without attestation. */
export function givenAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, origin = "http://localhost:3000") =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };

  /** Answers registration options, as `navigator.credentials.create` would; `change` makes it wrong in one way. */
  function register(
    { challenge, rp }: Options,
    { origin, userVerified = true }: Pick<Change, "origin" | "userVerified"> = {},
  ) {
    const flags = USER_PRESENT | CREDENTIAL_DATA | (userVerified ? USER_VERIFIED : 0);
    const key = publicKey.export({ format: "jwk" }) as { x: string; y: string };
    const data = Buffer.concat([
      authenticatorData(rp?.id ?? "localhost", flags),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      coseKey(Buffer.from(key.x, "base64url"), Buffer.from(key.y, "base64url")),
    ]);
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData("webauthn.create", challenge, origin)),
        attestationObject: base64url(attestation(data)),
        transports: ["internal"],
      },
    };
  }

  /** Answers authentication options, as `navigator.credentials.get` would; `change` makes it wrong in one way. */
  function sign(options: Options, { origin, rpId, userVerified = true, challenge }: Change = {}) {
    const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0);
    const data = authenticatorData(rpId ?? options.rpId ?? "localhost", flags);
    const client = clientData("webauthn.get", challenge ?? options.challenge, origin);
    const signature = createSign("sha256")
      .update(Buffer.concat([data, sha256(client)]))
      .sign(privateKey);
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      },
    };
  }
  return { register, sign };
}

/** A P-256 public key in COSE (RFC 9053), as CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    x,
    Buffer.from([0x22, 0x58, 0x20]),
    y,
  ]);
}

/** An attestation object that attests nothing, as CBOR: {"fmt": "none", "attStmt": {}, "authData": data}. */
function attestation(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const length = Buffer.from([0x59, data.length >> 8, data.length & 255]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    length,
    data,
  ]);
}
