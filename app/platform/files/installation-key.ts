import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { link, open, readdir, readFile, unlink } from "node:fs/promises";
import path from "node:path";
import { makeFolder, syncFolder } from "./folders.ts";

/**
 * The one secret of an installation. Everything that is sealed or signed uses a key derived from it
 * for one purpose, so that a key that leaks through one use opens nothing else.
 */
const KEY_BYTES = 32;
const KEY_TEXT = /^[A-Za-z0-9_-]{43}$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What the key that recognises erased addresses is derived for. */
export const ADDRESS_KEY = "erased-addresses";
const SEAL_VERSION = "1.";
/** Purposes are few; some name a company. */
const MOST_DERIVED = 500;

/**
 * The key file is unusable; the message names the file and the remedy and is meant for the
 * operator.
 */
export class InstallationKeyError extends Error {}

/** A sealed text was altered, cut, or sealed by another installation or for another purpose. */
export class SealBroken extends Error {
  constructor(purpose: string, options?: { cause?: unknown }) {
    super(`A text sealed for “${purpose}” can’t be opened with this installation’s key.`, options);
  }
}

export class InstallationKey {
  readonly #bytes: Buffer;
  readonly #derived = new Map<string, Buffer>();
  readonly #imported = new Map<string, KeyObject>();

  /** @param bytes 32 random bytes; `loadInstallationKey` is where they come from */
  constructor(bytes: Uint8Array) {
    if (bytes.length !== KEY_BYTES)
      throw new RangeError(`an installation key has ${KEY_BYTES} bytes, not ${bytes.length}`);
    this.#bytes = Buffer.from(bytes);
  }

  /**
   * The key for one purpose: 32 bytes, the same at every call, from which neither the
   * installation's key nor the key of another purpose can be found (HKDF-SHA256). It is kept, since
   * a mailing signs for the same purposes a hundred thousand times; nobody changes it.
   */
  derive(purpose: string): Buffer {
    const known = this.#derived.get(purpose);
    if (known !== undefined) return known;
    const key = Buffer.from(
      hkdfSync("sha256", this.#bytes, "open-trust-center", purpose, KEY_BYTES),
    );
    if (this.#derived.size < MOST_DERIVED) this.#derived.set(purpose, key);
    return key;
  }

  /**
   * The same as Node’s own object, which takes a fourth of the time of bytes: those are imported anew
   * by each cipher and each signature.
   */
  #keyFor(purpose: string): KeyObject {
    const known = this.#imported.get(purpose);
    if (known !== undefined) return known;
    const key = createSecretKey(this.derive(purpose));
    if (this.#imported.size < MOST_DERIVED) this.#imported.set(purpose, key);
    return key;
  }

  /** Tells this key from others, and nothing about it: 32 hexadecimal digits. */
  get id(): string {
    return this.derive("key-id").toString("hex", 0, 16);
  }

  /**
   * Encrypts a short text (AES-256-GCM) for a purpose; the result is URL-safe and differs at every
   * call.
   */
  seal(purpose: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#keyFor(`seal:${purpose}`), nonce, {
      authTagLength: TAG_BYTES,
    });
    const sealed = Buffer.concat([
      nonce,
      cipher.update(text, "utf8"),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    return SEAL_VERSION + sealed.toString("base64url");
  }

  /**
   * The text that `seal` was given for the same purpose.
   * @throws SealBroken when it is anything else
   */
  open(purpose: string, sealed: string): string {
    const bytes = Buffer.from(sealed.slice(SEAL_VERSION.length), "base64url");
    // Of several texts that decode to the same bytes, only one was issued.
    const issued = SEAL_VERSION + bytes.toString("base64url");
    if (sealed !== issued || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken(purpose);
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", this.#keyFor(`seal:${purpose}`), nonce, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch (cause) {
      throw new SealBroken(purpose, { cause });
    }
  }

  /** A signature of the text for a purpose: HMAC-SHA256 as 43 URL-safe characters. */
  sign(purpose: string, text: string): string {
    return createHmac("sha256", this.#keyFor(`sign:${purpose}`))
      .update(text, "utf8")
      .digest("base64url");
  }

  /**
   * Whether `mac` is the signature of the text for the purpose; takes as long for a near miss as
   * for a far one.
   */
  verify(purpose: string, text: string, mac: string): boolean {
    // Compared as text: several base64url texts decode to the same bytes, and only one of them was
    // issued.
    const expected = Buffer.from(this.sign(purpose, text));
    const given = Buffer.from(mac);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/**
 * The key of the installation in DATA_DIR/keys/installation.key (folder 0700, file 0600), made at
 * the first start. Two processes that start at once end with the same key.
 *
 * A missing file is made anew only while there are no blobs. Once there are, a new key could read
 * none of them, and everything stored from then on would need a second key: better to stop at once,
 * while the backup that holds the old key is still at hand, than to find out at the first download.
 *
 * @param dataDir the data folder; created when missing
 * @throws InstallationKeyError naming the file when it is malformed, or missing while blobs exist
 */
export async function loadInstallationKey(dataDir: string): Promise<InstallationKey> {
  const file = keyFile(dataDir);
  const existing = await readKey(file);
  if (existing !== null) return existing;
  if (await hasBlobs(path.join(dataDir, "blobs"))) {
    // Another process may have made the key and its first blob since we looked.
    const late = await readKey(file);
    if (late !== null) return late;
    throw new InstallationKeyError(
      `${file} is missing, but ${path.join(dataDir, "blobs")} holds files encrypted with it. Restore it from this installation’s backup. Nothing was changed.`,
    );
  }
  await makeKey(file);
  const made = await readKey(file);
  if (made === null)
    throw new InstallationKeyError(`${file} disappeared while it was being made. Start again.`);
  return made;
}

/** The key of an installation whose database is not in its data folder. */
export interface KeyElsewhere {
  key: InstallationKey;
  /** Whether it has no file yet. */
  isNew: boolean;
  /**
   * Writes a new one into its file.
   * @throws InstallationKeyError when another process made one in between
   */
  keep: () => Promise<void>;
}

/**
 * The key of a file, or a new one where there is no file.
 * @throws InstallationKeyError when the file is malformed
 */
export async function keyOrNew(file: string): Promise<KeyElsewhere> {
  const found = await readKey(file);
  if (found !== null) return { key: found, isNew: false, keep: async () => undefined };
  const bytes = randomBytes(KEY_BYTES);
  const key = new InstallationKey(bytes);
  return {
    key,
    isNew: true,
    async keep() {
      await makeKey(file, bytes);
      if ((await readKey(file))?.id !== key.id)
        throw new InstallationKeyError(`${file} was made by another process. Start again.`);
    },
  };
}

/** Where the key of an installation lies. */
export function keyFileOf({ dataDir, database }: KeyPlace): string {
  return database?.keyFile ?? keyFile(dataDir);
}

/** What says where a key lies. */
interface KeyPlace {
  dataDir: string;
  database: { keyFile: string } | null;
}

/** Where the key of a data folder lies. */
export function keyFile(dataDir: string): string {
  return path.resolve(dataDir, "keys", "installation.key");
}

/**
 * Reads a key and makes none.
 * @returns null when there is no such file
 * @throws InstallationKeyError when it is malformed
 */
export async function readKey(file: string): Promise<InstallationKey | null> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  const line = text.endsWith("\n") ? text.slice(0, -1) : text;
  if (!KEY_TEXT.test(line)) {
    throw new InstallationKeyError(
      `${file} is malformed: it must hold one line of 43 base64url characters. Restore it from this installation’s backup. Nothing was changed.`,
    );
  }
  return new InstallationKey(Buffer.from(line, "base64url"));
}

/**
 * Puts a copy of a key into another file, whole or not at all. One that is there stays.
 * @throws InstallationKeyError when there is another key
 */
export async function copyKey(from: string, to: string): Promise<void> {
  const wanted = await readKey(from);
  if (wanted === null) throw new InstallationKeyError(`${from} is missing. Nothing was changed.`);
  if ((await readKey(to)) === null)
    await makeKey(to, Buffer.from((await readFile(from, "utf8")).trim(), "base64url"));
  if ((await readKey(to))?.id !== wanted.id)
    throw new InstallationKeyError(
      `${to} is the key of another installation. Choose another path. Nothing was changed.`,
    );
}

/** Whole or not at all; when another process was faster, its key stays. */
async function makeKey(file: string, bytes = randomBytes(KEY_BYTES)): Promise<void> {
  const folder = path.dirname(file);
  await makeFolder(folder);
  const temporary = `${file}.${randomBytes(8).toString("hex")}.tmp`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(`${bytes.toString("base64url")}\n`);
    await handle.sync();
    // A rename would replace a key that another process made and already uses; a link refuses to.
    await link(temporary, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    await handle.close();
    await unlink(temporary);
  }
  await syncFolder(folder);
}

/**
 * Whether any org's folder holds a blob; uploads that never finished lie a level higher and don't
 * count.
 */
export async function hasBlobs(folder: string): Promise<boolean> {
  for (const org of await namesIn(folder)) {
    for (const shard of await namesIn(path.join(folder, org))) {
      if ((await namesIn(path.join(folder, org, shard))).length > 0) return true;
    }
  }
  return false;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return [];
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
