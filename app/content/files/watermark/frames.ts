/**
 * How the server and a rendering process talk over a pipe: a frame is the length of a JSON text (4
 * bytes), the length of the bytes that follow it (8 bytes), the JSON text, and those bytes. Nothing
 * of it is code, and nothing is longer than its reader allows: what comes from a process that read
 * a stranger's file is believed no more than the file.
 */
const PREFIX_BYTES = 12;
/** The longest JSON text: the texts of ten pages. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;

/** The beginning of a frame; its bytes follow it. @param size how many bytes follow */
export function frameHead(message: unknown, size: number): Buffer {
  const json = Buffer.from(JSON.stringify(message));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(json.length, 0);
  prefix.writeBigUInt64BE(BigInt(size), 4);
  return Buffer.concat([prefix, json]);
}

/** The other side sent what is no frame, or broke off inside one. */
export class FrameBroken extends Error {}

/** Reads frames from a stream, one after the other. */
export class FrameReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  #rest: Uint8Array = new Uint8Array(0);

  /** @param maxBytes the most bytes that may follow a JSON text */
  constructor(stream: AsyncIterable<Uint8Array>, maxBytes: number) {
    this.#pieces = stream[Symbol.asyncIterator]();
    this.#maxBytes = maxBytes;
  }

  /**
   * The next frame's JSON value and the number of the bytes that follow, which `bytes` or `into`
   * reads next; null when the stream ended.
   * @throws FrameBroken
   */
  async head(): Promise<{ message: unknown; size: number } | null> {
    const prefix = await this.#exactly(PREFIX_BYTES, true);
    if (prefix === null) return null;
    const json = prefix.readUInt32BE(0);
    const size = Number(prefix.readBigUInt64BE(4));
    if (json > MAX_JSON_BYTES || size > this.#maxBytes)
      throw new FrameBroken("a frame is too long");
    const text = (await this.#exactly(json, false)) ?? Buffer.alloc(0);
    try {
      return { message: JSON.parse(text.toString("utf8")) as unknown, size };
    } catch (cause) {
      throw new FrameBroken("a frame holds no JSON", { cause });
    }
  }

  /** The bytes of a frame, in memory of their own. @throws FrameBroken */
  async bytes(size: number): Promise<Buffer> {
    const whole = Buffer.allocUnsafeSlow(size);
    await this.into(size, (offset, piece) => void whole.set(piece, offset));
    return whole;
  }

  /** Hands the bytes of a frame on as they come. @throws FrameBroken */
  async into(size: number, take: (offset: number, piece: Uint8Array) => void): Promise<void> {
    for (let offset = 0; offset < size;) {
      const piece = await this.#next(size - offset);
      if (piece === null) throw new FrameBroken("a frame broke off");
      take(offset, piece);
      offset += piece.length;
    }
  }

  async #exactly(size: number, mayEnd: boolean): Promise<Buffer | null> {
    const whole = Buffer.alloc(size);
    for (let offset = 0; offset < size;) {
      const piece = await this.#next(size - offset);
      if (piece === null) {
        if (mayEnd && offset === 0) return null;
        throw new FrameBroken("a frame broke off");
      }
      whole.set(piece, offset);
      offset += piece.length;
    }
    return whole;
  }

  /** At most so many bytes of what comes next; null at the end. */
  async #next(most: number): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#pieces.next();
      if (done === true) return null;
      this.#rest = value as Uint8Array;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }
}
