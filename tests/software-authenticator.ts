import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** What an answer says otherwise than an honest device on an honest page would. */
export interface Altered {
  challenge?: string;
  origin?: string;
  rpId?: string;
  type?: string;
  /** Whether the device verified its person, by finger, face or PIN. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Another key signs. */
  key?: KeyObject;
  format?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A device with one passkey, as browsers write its answers down: P-256, no maker's certificate. */
export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(32);
  #counter = 0;
  #userHandle = "";
  readonly #origin: string;

  constructor(origin = "http://localhost:3000") {
    this.#origin = origin;
  }

  /** Answers what the page of a new passkey asks. */
  create(options: { challenge: string; user: { id: string } }, altered: Altered = {}): string {
    this.#userHandle = options.user.id;
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const point = [x, y].map((part) => Buffer.from(part ?? "", "base64url"));
    const cose = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      point[0] ?? Buffer.alloc(0),
      Buffer.from("225820", "hex"),
      point[1] ?? Buffer.alloc(0),
    ]);
    const length = Buffer.from([0, this.#id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, cose]);
    const data = Buffer.concat([this.#head(altered, ATTESTED), attested]);
    const object = Buffer.concat([
      Buffer.from([0xa3]),
      text("fmt"),
      text(altered.format ?? "none"),
      text("attStmt"),
      Buffer.from([0xa0]),
      text("authData"),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#written({
      clientDataJSON: this.#client("webauthn.create", options.challenge, altered),
      attestationObject: object.toString("base64url"),
      transports: ["internal"],
    });
  }

  /** Answers what the sign-in page asks. */
  get(options: { challenge: string }, altered: Altered = {}): string {
    this.#counter += 1;
    const clientDataJSON = this.#client("webauthn.get", options.challenge, altered);
    const data = this.#head(altered, 0);
    const hash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    const key = altered.key ?? this.#keys.privateKey;
    return this.#written({
      clientDataJSON,
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", Buffer.concat([data, hash]), key).toString("base64url"),
      userHandle: altered.userHandle ?? this.#userHandle,
    });
  }

  #client(type: string, challenge: string, altered: Altered): string {
    return Buffer.from(
      JSON.stringify({
        type: altered.type ?? type,
        challenge: altered.challenge ?? challenge,
        origin: altered.origin ?? this.#origin,
        crossOrigin: false,
      }),
    ).toString("base64url");
  }

  #head(altered: Altered, more: number): Buffer {
    const rpId = altered.rpId ?? new URL(this.#origin).hostname;
    const flags = PRESENT | (altered.verified === false ? 0 : VERIFIED) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(altered.counter ?? this.#counter);
    return Buffer.concat([
      createHash("sha256").update(rpId).digest(),
      Buffer.from([flags]),
      counter,
    ]);
  }

  #written(response: Record<string, unknown>): string {
    const id = this.#id.toString("base64url");
    return JSON.stringify({
      id,
      rawId: id,
      type: "public-key",
      response,
      clientExtensionResults: {},
      authenticatorAttachment: "platform",
    });
  }
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
