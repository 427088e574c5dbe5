import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/**
 * Passwords at rest: scrypt, its parameters and salt stored with the hash, so that they can grow
 * later. `scrypt$N$r$p$salt$hash`, salt and hash in base64url.
 */
const N = 2 ** 15;
const R = 8;
const P = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * Each hash takes 32 MiB and a thread of the pool that files need too: so many at once, the others
 * wait.
 */
const AT_ONCE = 2;

/** The hash of a password, for the database. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, { N, r: R, p: P });
  return ["scrypt", N, R, P, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/**
 * Whether a password is the one that was hashed.
 * @param stored null for a person who does not exist: that takes as long and is never right, so
 *   that nobody learns from the time which addresses exist
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const known = parse(stored ?? NOBODY);
  const hash = await derive(password, known.salt, known.parameters);
  return timingSafeEqual(hash, known.hash) && stored !== null;
}

/** A random password of 100 bits, easy to read aloud: four groups of five. */
export function randomPassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  const text = Array.from(randomBytes(20), (byte) => letters[byte & 31]).join("");
  return (text.match(/.{5}/g) ?? []).join("-");
}

const NOBODY = [
  "scrypt",
  N,
  R,
  P,
  Buffer.alloc(SALT_BYTES).toString("base64url"),
  Buffer.alloc(HASH_BYTES).toString("base64url"),
].join("$");

interface Parameters {
  N: number;
  r: number;
  p: number;
}

function parse(stored: string): { parameters: Parameters; salt: Buffer; hash: Buffer } {
  const [scheme, n, r, p, salt, hash, ...rest] = stored.split("$");
  if (scheme !== "scrypt" || salt === undefined || hash === undefined || rest.length > 0)
    throw new Error("a stored password hash is malformed");
  const bytes = Buffer.from(hash, "base64url");
  if (bytes.length !== HASH_BYTES) throw new Error("a stored password hash has the wrong length");
  return {
    parameters: { N: Number(n), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    hash: bytes,
  };
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, parameters: Parameters): Promise<Buffer> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await scryptHash(password, salt, parameters);
  } finally {
    // The place goes to the next in line, if there is one.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function scryptHash(password: string, salt: Buffer, parameters: Parameters): Promise<Buffer> {
  // The same characters typed on another keyboard may arrive composed differently.
  const text = password.normalize("NFKC");
  const maxmem = 2 * 128 * parameters.N * parameters.r * parameters.p;
  return new Promise((resolve, reject) => {
    scrypt(text, salt, HASH_BYTES, { ...parameters, maxmem }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}
