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

/** Uploads that were begun and neither finished nor given up. */
export function listedUploads(xml: string): { name: string; id: string; begunAt: Date }[] {
  const uploads: { name: string; id: string; begunAt: Date }[] = [];
  let name = "";
  let id = "";
  let begunAt = new Date(0);
  read(xml, (element, text) => {
    if (element === "Key") name = text;
    else if (element === "UploadId") id = text;
    else if (element === "Initiated") begunAt = new Date(text);
    else if (element === "Upload") uploads.push({ name, id, begunAt });
  });
  return uploads;
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
