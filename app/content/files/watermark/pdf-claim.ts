import type { PdfFile } from "./pdf-file.ts";
import { unpacked } from "./pdf-streams.ts";
import { dictionaryOf, referenceOf, written } from "./pdf-syntax.ts";
import type { PdfUpdate } from "./pdf-update.ts";

const MAX_METADATA_BYTES = 1024 * 1024;
/** The properties by which a file says that it is made for archives (ISO 19005, 6.7.11). */
const CLAIM = /<pdfaid:(\w+)>[^<]*<\/pdfaid:\1>|\spdfaid:\w+\s*=\s*(?:"[^"<]*"|'[^'<]*')/g;

/**
 * Takes back that a file is a PDF/A: a mark that one can see through is none of what the oldest
 * part of that norm allows, and nobody has checked the copy by any other. All else that the file
 * says of itself stays.
 */
export function dropClaim(file: PdfFile, update: PdfUpdate): void {
  const value = file.dictionary(file.trailer.get("Root"))?.get("Metadata") ?? "";
  const reference = referenceOf(value);
  const object = reference === null ? null : file.object(reference.number);
  const entries = object === null ? null : dictionaryOf(object.value);
  if (reference === null || object?.stream == null || entries === null) return;
  const text = unpacked(entries, object.stream, file.look, MAX_METADATA_BYTES)?.toString("latin1");
  if (text === undefined || !text.includes("pdfaid:")) return;
  const rest = Buffer.from(text.replace(CLAIM, ""), "latin1");
  for (const name of ["Filter", "DecodeParms"]) entries.delete(name);
  entries.set("Length", String(rest.length));
  update.put(reference.number, object.generation, written(entries), rest);
}
