import { PassThrough, Readable } from "node:stream";
import { ZipArchive } from "archiver";

/** A file of an archive that nobody resumes. */
export interface ArchiveFile {
  /** Path inside the archive. */
  name: string;
  /** Bytes, exactly: a file of another length fails the archive. */
  size: number;
  modified: Date;
  /** Texts are deflated; pictures and documents are packed already and go in as they are. */
  deflate: boolean;
  open(): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/**
 * An archive, made while it is read: one file is open at a time. The same files in the same order
 * give the same bytes. A file that fails destroys the stream; destroying the stream closes the file
 * that is open. How long the archive will be nobody knows before its end, and it has no ranges:
 * downloads of gigabytes take `StoredZip`.
 */
export function deflatedZip(files: Iterable<ArchiveFile>): Readable {
  const archive = new ZipArchive({ zlib: { level: 6 } });
  const out = new PassThrough();
  let open: Readable | null = null;
  out.once("close", () => {
    archive.abort();
    open?.destroy();
  });
  archive.on("error", (error) => out.destroy(error));
  archive.on("warning", (error) => out.destroy(error));
  archive.pipe(out);
  void (async () => {
    for (const file of files) {
      if (out.destroyed) return;
      open = Readable.from(whole(file, await file.open()), { objectMode: false });
      const source = open;
      await new Promise<void>((resolve, reject) => {
        source.once("error", reject);
        out.once("close", resolve);
        archive.once("entry", () => {
          out.off("close", resolve);
          resolve();
        });
        const { name, modified: date, deflate } = file;
        archive.append(source, { name, date, mode: 0o644, store: !deflate });
      });
    }
    if (!out.destroyed) await archive.finalize();
  })().catch((error: unknown) => out.destroy(error as Error));
  return out;
}

/** The bytes as they come, once their number is what was promised. */
async function* whole(
  { name, size }: ArchiveFile,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    yield piece;
  }
  if (length !== size) throw new Error(`${name} has ${length} bytes instead of ${size}`);
}
