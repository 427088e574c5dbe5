import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { unlessMissing } from "../errors.ts";
import { freeBytes } from "../folders.ts";

/** What the disk keeps for everything else, in bytes. */
const LEFT_FREE_BYTES = 256 * 1024 * 1024;
const LOOK_AT_ROOM_MS = 10_000;
const PARTIAL = ".partial";
const NAME = /^([A-Za-z0-9_-]{1,64})\.([0-9a-f]{64})\.(\d{1,15})\.(\d{1,9})$/;

/** A block of a sealed blob, and how many bytes the whole of it has. */
export interface KeptBlock {
  bytes: Buffer;
  size: number;
}

interface Entry {
  file: string;
  bytes: number;
  size: number;
}

/**
 * Blocks of sealed blobs on this machine's disk, up to a number of bytes; those that were asked for
 * longest ago go first. Nothing in it has to be right: who reads decrypts, sees what is false, and
 * has it dropped. A disk that takes no more keeps none.
 */
export class BlockCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** By name, those last that were asked for last. */
  readonly #entries = new Map<string, Entry>();
  /** Blocks that are being written, by name: who drops one waits for it. */
  readonly #writing = new Map<string, Promise<void>>();
  #bytes = 0;
  #room = { at: 0, isThere: true };

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Opens what an earlier process kept; what is in the folder and no block, goes. */
  static async open(folder: string, maxBytes: number): Promise<BlockCache> {
    const cache = new BlockCache(folder, maxBytes);
    const found: { name: string; entry: Entry; at: number }[] = [];
    for (const shard of await readdir(folder).catch(unlessMissing([])))
      for (const name of await readdir(path.join(folder, shard)).catch(() => [])) {
        const file = path.join(folder, shard, name);
        const parts = NAME.exec(name);
        const about = await stat(file).catch(unlessMissing(null));
        if (about === null) continue;
        if (parts === null) await rm(file, { recursive: true, force: true });
        else {
          const [, orgId = "", hash = "", size, index] = parts;
          const entry = { file, bytes: about.size, size: Number(size) };
          found.push({ name: nameOf(orgId, hash, Number(index)), entry, at: about.mtimeMs });
        }
      }
    found.sort((a, b) => a.at - b.at);
    for (const { name, entry } of found) cache.#add(name, entry);
    await cache.#shrink();
    return cache;
  }

  /** How many bytes it holds. */
  get bytes(): number {
    return this.#bytes;
  }

  async get(orgId: string, hash: string, index: number): Promise<KeptBlock | null> {
    const name = nameOf(orgId, hash, index);
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    const bytes = await readFile(entry.file).catch(() => null);
    if (bytes !== null && bytes.length === entry.bytes) return { bytes, size: entry.size };
    await this.#drop(name);
    return null;
  }

  /** Keeps a block, if there is room. */
  async put(orgId: string, hash: string, index: number, block: KeptBlock): Promise<void> {
    if (block.bytes.length > this.#maxBytes || !(await this.#hasRoom())) return;
    const name = nameOf(orgId, hash, index);
    const writing = (this.#writing.get(name) ?? Promise.resolve()).then(() =>
      this.#write(
        name,
        path.join(hash.slice(0, 2), `${orgId}.${hash}.${block.size}.${index}`),
        block,
      ),
    );
    this.#writing.set(name, writing);
    await writing;
    if (this.#writing.get(name) === writing) this.#writing.delete(name);
    await this.#shrink();
  }

  async #write(name: string, place: string, { bytes, size }: KeptBlock): Promise<void> {
    const file = path.join(this.#folder, place);
    const temporary = `${file}.${randomBytes(8).toString("hex")}${PARTIAL}`;
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(temporary, bytes, { mode: 0o600 });
      await rename(temporary, file);
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
      return;
    }
    this.#add(name, { file, bytes: bytes.length, size });
  }

  /** The blobs of which something is kept. */
  blobs(): { orgId: string; hash: string }[] {
    const names = new Set(
      [...this.#entries.keys()].map((name) => name.slice(0, name.lastIndexOf("/"))),
    );
    return [...names].map((name) => {
      const [orgId = "", hash = ""] = name.split("/");
      return { orgId, hash };
    });
  }

  /** Forgets all of a blob. @returns whether there was something */
  async drop(orgId: string, hash: string, blocks: number): Promise<boolean> {
    let had = false;
    for (let index = 0; index < blocks; index += 1)
      had = (await this.#drop(nameOf(orgId, hash, index))) || had;
    return had;
  }

  async #drop(name: string): Promise<boolean> {
    await this.#writing.get(name);
    const entry = this.#entries.get(name);
    if (entry === undefined) return false;
    this.#entries.delete(name);
    this.#bytes -= entry.bytes;
    await rm(entry.file, { force: true }).catch(() => undefined);
    return true;
  }

  #add(name: string, entry: Entry): void {
    this.#bytes += entry.bytes - (this.#entries.get(name)?.bytes ?? 0);
    this.#entries.delete(name);
    this.#entries.set(name, entry);
  }

  async #shrink(): Promise<void> {
    for (const name of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      await this.#drop(name);
    }
  }

  async #hasRoom(): Promise<boolean> {
    if (Date.now() - this.#room.at >= LOOK_AT_ROOM_MS) {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
      const free = await freeBytes(this.#folder).catch(() => 0);
      this.#room = { at: Date.now(), isThere: free >= LEFT_FREE_BYTES };
    }
    return this.#room.isThere;
  }
}

function nameOf(orgId: string, hash: string, index: number): string {
  return `${orgId}/${hash}/${index}`;
}
