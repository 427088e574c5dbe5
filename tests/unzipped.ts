import yauzl from "yauzl";

/** The files of an archive by their names, unpacked, in their order. */
export function unzipped(archive: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error !== null) {
        reject(error);
        return;
      }
      const files = new Map<string, Buffer>();
      zip.on("end", () => resolve(files));
      zip.on("error", reject);
      zip.on("entry", (entry: yauzl.Entry) =>
        zip.openReadStream(entry, (fault, stream) => {
          if (fault !== null) return reject(fault);
          const pieces: Buffer[] = [];
          stream.on("data", (piece: Buffer) => pieces.push(piece));
          stream.on("end", () => {
            files.set(entry.fileName, Buffer.concat(pieces));
            zip.readEntry();
          });
        }),
      );
      zip.readEntry();
    });
  });
}
