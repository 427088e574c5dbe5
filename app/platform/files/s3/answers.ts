import type { IncomingHttpHeaders } from "node:http";
import { Parser } from "htmlparser2";

/** A name that a bucket listed. */
export interface ListedName {
  name: string;
  size: number;
  modifiedAt: Date;
}

/** The text of the first element of that name; empty when there is none. */
export function leaf(xml: string, element: string): string {
  let found = "";
  read(xml, (name, text) => {
    if (found === "" && name === element) found = text;
  });
  return found;
}

/** A page of the names in a bucket, and where the next begins; null after the last. */
export function listing(xml: string): { names: ListedName[]; next: string | null } {
  const names: ListedName[] = [];
  let next: string | null = null;
  let truncated = false;
  let name = "";
  let size = 0;
  let modifiedAt = new Date(0);
  read(xml, (element, text) => {
    if (element === "Key") name = text;
    else if (element === "Size") size = Number(text);
    else if (element === "LastModified") modifiedAt = new Date(text);
    else if (element === "Contents") names.push({ name, size, modifiedAt });
    else if (element === "IsTruncated") truncated = text === "true";
    else if (element === "NextContinuationToken") next = text;
  });
  return { names, next: truncated ? next : null };
}

/** An upload in parts that was begun and neither finished nor given up. */
export interface ListedUpload {
  name: string;
  id: string;
  begunAt: Date;
}

/** A page of the uploads in parts that are open, and where the next begins; null after the last. */
export function listedUploads(xml: string): {
  uploads: ListedUpload[];
  next: { name: string; id: string } | null;
} {
  const uploads: ListedUpload[] = [];
  const next = { name: "", id: "" };
  let truncated = false;
  let name = "";
  let id = "";
  let begunAt = new Date(0);
  read(xml, (element, text) => {
    if (element === "Key") name = text;
    else if (element === "UploadId") id = text;
    else if (element === "Initiated") begunAt = new Date(text);
    else if (element === "Upload") uploads.push({ name, id, begunAt });
    else if (element === "IsTruncated") truncated = text === "true";
    else if (element === "NextKeyMarker") next.name = text;
    else if (element === "NextUploadIdMarker") next.id = text;
  });
  return { uploads, next: truncated ? next : null };
}

/** How many bytes the whole has of which a part came; null when the answer doesn't say. */
export function totalOf({ "content-range": range = "" }: IncomingHttpHeaders): number | null {
  const total = /^bytes \d+-\d+\/(\d{1,15})$/.exec(range)?.[1];
  return total === undefined ? null : Number(total);
}

/** Tells each element as it ends, with the text in it. */
function read(xml: string, ended: (element: string, text: string) => void): void {
  let text = "";
  const parser = new Parser(
    {
      onopentag: () => {
        text = "";
      },
      ontext: (part) => {
        text += part;
      },
      onclosetag: (element) => {
        ended(element.slice(element.indexOf(":") + 1), text.trim());
        text = "";
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}
