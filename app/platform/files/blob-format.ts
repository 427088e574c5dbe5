import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/**
 * How a blob lies on the disk: a header, then chunks that are encrypted one by one (AES-256-GCM),
 * so that a range is read without the rest. What ties it together:
 * - each file has a key of its own, derived from the installation's key, a random salt and the org;
 * - a chunk's nonce is the file's random prefix and the chunk's number, so no chunk can change
 *   places;
 * - a chunk's additional data names the org and says whether it is the last, so a file can't be
 *   cut;
 * - the header is written last, when hash and size are known, and its MAC binds both and the org,
 *   so a file under another's name, or under another org, is refused before anything of it is read.
 */
export const CHUNK_BYTES = 64 * 1024;
export const TAG_BYTES = 16;
/** magic and version 8, chunk size 4, plain size 8, salt 16, nonce prefix 8, MAC 32 */
export const HEADER_BYTES = 76;

const MAGIC = Buffer.from("OTCBLOB\u0001", "latin1");
const SALT_AT = 20;
const PREFIX_AT = 36;
const MAC_AT = 44;

/** The two keys that blobs need, derived once from the installation's key. */
export interface BlobKeys {
  content: Buffer;
  header: Buffer;
}

export interface BlobHeader {
  /** Plain bytes. */
  size: number;
  /** Plain bytes of every chunk but the last. */
  chunkBytes: number;
  salt: Buffer;
  noncePrefix: Buffer;
}

/** A header for a file that is about to be written; its size is filled in at the end. */
export function newHeader(): BlobHeader {
  return {
    size: 0,
    chunkBytes: CHUNK_BYTES,
    salt: randomBytes(PREFIX_AT - SALT_AT),
    noncePrefix: randomBytes(MAC_AT - PREFIX_AT),
  };
}

/** The header's bytes, bound to the org and to the hash (hexadecimal) of the plain bytes. */
export function encodeHeader(
  keys: BlobKeys,
  orgId: string,
  hash: string,
  header: BlobHeader,
): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt32BE(header.chunkBytes, 8);
  bytes.writeBigUInt64BE(BigInt(header.size), 12);
  header.salt.copy(bytes, SALT_AT);
  header.noncePrefix.copy(bytes, PREFIX_AT);
  headerMac(keys, orgId, hash, bytes).copy(bytes, MAC_AT);
  return bytes;
}

/**
 * The header that `encodeHeader` wrote for this org and hash; null when the bytes are anything
 * else.
 */
export function decodeHeader(
  keys: BlobKeys,
  orgId: string,
  hash: string,
  bytes: Buffer,
): BlobHeader | null {
  if (bytes.length !== HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  if (!timingSafeEqual(bytes.subarray(MAC_AT), headerMac(keys, orgId, hash, bytes))) return null;
  return {
    chunkBytes: bytes.readUInt32BE(8),
    size: Number(bytes.readBigUInt64BE(12)),
    salt: bytes.subarray(SALT_AT, PREFIX_AT),
    noncePrefix: bytes.subarray(PREFIX_AT, MAC_AT),
  };
}

function headerMac(keys: BlobKeys, orgId: string, hash: string, bytes: Buffer): Buffer {
  // The hash has a fixed length, so that no other pair of org and hash gives the same input.
  return createHmac("sha256", keys.header)
    .update(bytes.subarray(0, MAC_AT))
    .update(hash)
    .update(orgId)
    .digest();
}

/** The number of chunks; an empty file has one, so that its emptiness is authenticated too. */
export function chunkCount(header: Pick<BlobHeader, "size" | "chunkBytes">): number {
  return Math.max(1, Math.ceil(header.size / header.chunkBytes));
}

/** How long the file on the disk is, in bytes. */
export function sealedBytes(header: Pick<BlobHeader, "size" | "chunkBytes">): number {
  return HEADER_BYTES + header.size + chunkCount(header) * TAG_BYTES;
}

/** Encrypts and decrypts the chunks of one file. */
export class ChunkCipher {
  readonly #key: Buffer;
  readonly #noncePrefix: Buffer;
  readonly #inner: Buffer;
  readonly #last: Buffer;

  constructor(keys: BlobKeys, orgId: string, header: BlobHeader) {
    this.#key = Buffer.from(hkdfSync("sha256", keys.content, header.salt, `blob:${orgId}`, 32));
    this.#noncePrefix = header.noncePrefix;
    this.#inner = Buffer.from(`\u0000${orgId}`);
    this.#last = Buffer.from(`\u0001${orgId}`);
  }

  /** Encrypts chunk `index` into `target`, which takes the plain length and 16 bytes of tag. */
  seal(index: number, last: boolean, plain: Buffer, target: Buffer): void {
    const cipher = createCipheriv("aes-256-gcm", this.#key, this.#nonce(index), {
      authTagLength: TAG_BYTES,
    });
    cipher.setAAD(last ? this.#last : this.#inner);
    cipher.update(plain).copy(target);
    cipher.final();
    cipher.getAuthTag().copy(target, plain.length);
  }

  /**
   * The plain bytes of chunk `index`.
   * @throws when the chunk is not the one that was written there
   */
  open(index: number, last: boolean, sealed: Buffer): Buffer {
    const decipher = createDecipheriv("aes-256-gcm", this.#key, this.#nonce(index), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(last ? this.#last : this.#inner);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
    decipher.final();
    return plain;
  }

  #nonce(index: number): Buffer {
    const nonce = Buffer.allocUnsafe(this.#noncePrefix.length + 4);
    this.#noncePrefix.copy(nonce);
    nonce.writeUInt32BE(index, this.#noncePrefix.length);
    return nonce;
  }
}
