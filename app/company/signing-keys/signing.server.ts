import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type JsonWebKey,
} from "node:crypto";
import { isoNow } from "#db/ids.ts";
import type { Reader, Writer } from "#db/store.ts";
import { quarterOf } from "#model/partners.ts";
import type { InstallationKey } from "#platform/files/installation-key.ts";
import {
  findSigner,
  keepSigner,
  listPublicKeys,
  purgeSigningKeys,
} from "./store/signing-keys.server.ts";

/**
 * Signatures that must be checked for years (ES256). A new pair of keys is made each quarter of a
 * year. Its private part is in the database, encrypted by the installation's key, until the quarter
 * is over; its public part stays for seven years, so that what was signed can still be checked.
 */
const PURPOSE = "signing-key";
/** How long after its quarter a public key is published. */
export const YEARS_KEPT = 7;
const TYPE = "JOSE";

/** A text that was signed. */
export interface SignedText {
  /** By which key: the SHA-256 of its public part (DER), hexadecimal. */
  kid: string;
  /** The signature of the JWS, in base64url: r and s. */
  jwsSignature: string;
  /** A signature of the text's own bytes, in base64: DER, as openssl reads it. */
  derSignature: string;
}

/** Signs a text by the key of the quarter, which is made where there is none yet. */
export async function signText(
  trx: Writer,
  key: InstallationKey,
  now: Date,
  text: string,
): Promise<SignedText> {
  const quarter = quarterOf(now);
  let signer = await findSigner(trx, quarter);
  if (signer === null) {
    await purgeSigningKeys(trx, now);
    await keepSigner(trx, newSigner(key, now));
    signer = await findSigner(trx, quarter);
  }
  if (signer === null) throw new Error(`the signing key of ${quarter} could not be made`);
  const privateKey = createPrivateKey({
    key: Buffer.from(key.open(PURPOSE, signer.sealedPrivate), "base64"),
    format: "der",
    type: "pkcs8",
  });
  const { kid } = signer;
  const input = Buffer.from(signingInput(kid, text));
  return {
    kid,
    jwsSignature: sign("sha256", input, { key: privateKey, dsaEncoding: "ieee-p1363" }).toString(
      "base64url",
    ),
    derSignature: sign("sha256", Buffer.from(text), privateKey).toString("base64"),
  };
}

function newSigner(key: InstallationKey, now: Date) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = createHash("sha256")
    .update(publicKey.export({ format: "der", type: "spki" }))
    .digest("hex");
  const bytes = privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  const end = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (now.getUTCMonth() % 3) + 3),
  );
  const kept = new Date(end);
  kept.setUTCFullYear(kept.getUTCFullYear() + YEARS_KEPT);
  const { kty, crv, x, y } = publicKey.export({ format: "jwk" });
  return {
    quarter: quarterOf(now),
    kid,
    publicJson: JSON.stringify({ kty, crv, x, y }),
    sealedPrivate: key.seal(PURPOSE, bytes),
    createdAt: isoNow(now),
    endsAt: isoNow(end),
    keptUntil: isoNow(kept),
  };
}

const coded = (text: string) => Buffer.from(text).toString("base64url");

/** What the signature of a JWS is of: header and text, in base64url (RFC 7515). */
function signingInput(kid: string, text: string): string {
  return `${coded(JSON.stringify({ alg: "ES256", typ: TYPE, kid }))}.${coded(text)}`;
}

/** A text and its signature in one line, as every JOSE library reads them. */
export function jwsOf(text: string, { kid, jwsSignature }: SignedText): string {
  return `${signingInput(kid, text)}.${jwsSignature}`;
}

/** A key as PEM; null for one that is not kept. */
export async function publicPem(db: Reader, kid: string, now: Date): Promise<string | null> {
  const jwk = (await publicKeys(db, now)).find((one) => one.kid === kid);
  return jwk === undefined ? null : pemOf(jwk);
}

function pemOf(jwk: PublicKey): string {
  return createPublicKey({ format: "jwk", key: jwk })
    .export({ format: "pem", type: "spki" })
    .toString();
}

/** What a signature of a text’s own bytes, as openssl reads it, and a PEM beside it are. */
export interface ReadProofs {
  /** One of our keys made the signature. */
  isSigned: boolean;
  /** The PEM is that key, or any of ours where none made the signature. */
  isKey: boolean;
}

/** Checks a text by the signature and the key that came with it, as `signText` makes them. */
export async function readProofs(
  db: Reader,
  now: Date,
  text: string,
  { signature, pem }: { signature: Buffer; pem: string },
): Promise<ReadProofs> {
  const keys = await publicKeys(db, now);
  const signer = keys.find((key) =>
    verify("sha256", Buffer.from(text), createPublicKey({ format: "jwk", key }), signature),
  );
  return {
    isSigned: signer !== undefined,
    isKey: (signer === undefined ? keys : [signer]).some((key) => pemOf(key) === pem),
  };
}

/** The public keys, as they are published (RFC 7517). */
export async function publicKeys(db: Reader, now: Date): Promise<PublicKey[]> {
  return (await listPublicKeys(db, now)).map(({ kid, publicJson }) => ({
    ...(JSON.parse(publicJson) as JsonWebKey),
    kid,
    alg: "ES256",
    use: "sig",
  }));
}

/** A public key by which signatures are checked. */
export type PublicKey = JsonWebKey & { kid: string; alg: string; use: string };

/** What a JWS says, and whether it is as it was signed. */
export interface ReadJws {
  text: string;
  unchanged: boolean;
}

/**
 * Reads a JWS that one of the keys signed.
 * @returns null for a text that is no JWS, or one that names none of our keys
 */
export async function readJws(db: Reader, now: Date, jws: string): Promise<ReadJws | null> {
  const [head, body, signature, ...rest] = jws.split(".");
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0)
    return null;
  const named = headerOf(head);
  const jwk = (await publicKeys(db, now)).find(({ kid }) => kid === named);
  if (jwk === undefined) return null;
  const bytes = Buffer.from(signature, "base64url");
  const unchanged =
    // Of several texts that decode to the same bytes, only one was signed.
    bytes.toString("base64url") === signature &&
    verify(
      "sha256",
      Buffer.from(`${head}.${body}`),
      { key: createPublicKey({ format: "jwk", key: jwk }), dsaEncoding: "ieee-p1363" },
      bytes,
    );
  return { text: Buffer.from(body, "base64url").toString("utf8"), unchanged };
}

/** The key that a header names; null for what is no header of ours. */
function headerOf(head: string): string | null {
  try {
    const header = JSON.parse(Buffer.from(head, "base64url").toString("utf8")) as unknown;
    if (typeof header !== "object" || header === null) return null;
    const { alg, kid } = header as { alg?: unknown; kid?: unknown };
    return alg === "ES256" && typeof kid === "string" ? kid : null;
  } catch {
    return null;
  }
}
