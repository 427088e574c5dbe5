import { walk } from "../tables/workbook.ts";
import { partFinder, partNamed, partText } from "../office-package.ts";
import { StrictZip, ZipRefused } from "../strict-zip.ts";
import { changedZip } from "./changed-zip.ts";
import { escapedText } from "./sheet-xml.ts";
import { attributeIn, elementsIn, type Element } from "./xml-tags.ts";

const TYPES = "[Content_Types].xml";
const RELATIONS = "_rels/.rels";
const USUAL = "docProps/custom.xml";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.custom-properties+xml";
/** What the format calls a property that somebody made up. */
const FORMAT = "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}";
const VALUES = `${OFFICE}/docPropsVTypes`;

const LIMITS = { maxEntries: 4_000, maxBytes: 64 * 1024 * 1024 };
/** These parts come to a few kilobytes. */
const MAX_PART = 1024 * 1024;

/**
 * A workbook or a document with a property among those that people make up. Only that part, and where
 * it is missing what names it, is written: every other part stays byte for byte.
 * @returns the same bytes where the archive is not of the make that office programs write
 */
export async function withProperty(
  archive: Buffer,
  { name, value }: { name: string; value: string },
): Promise<Buffer> {
  try {
    const zip = await StrictZip.ofBytes(archive, LIMITS);
    try {
      const contents = await changes(zip, { name, value });
      return contents === null ? archive : await changedZip(archive, contents);
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof ZipRefused) return archive;
    throw error;
  }
}

async function changes(
  zip: StrictZip,
  property: { name: string; value: string },
): Promise<Map<string, Uint8Array> | null> {
  const find = partFinder(zip.files.keys());
  const read = async (part: string) => {
    const own = find(part);
    return own === null ? null : partText(await zip.bytes(own, MAX_PART));
  };
  const [types, relations] = [await read(TYPES), await read(RELATIONS)];
  if (types === null || relations === null) return null;
  const contents = new Map<string, Uint8Array>();
  const put = (part: string, text: string) =>
    void contents.set(find(part) ?? part, Buffer.from(text, "utf8"));
  const target = ownTarget(relations);
  const before = target === null ? null : await read(target);
  if (target !== null && before !== null) {
    const after = withAdded(before, property);
    if (after === null) return null;
    put(target, after);
    return contents;
  }
  // A part that nothing names is not read by anybody: its place is not taken.
  if (target !== null || find(USUAL) !== null) return null;
  const added = [
    [
      TYPES,
      types,
      (prefix: string) => `<${prefix}Override PartName="/${USUAL}" ContentType="${CONTENT_TYPE}"/>`,
    ],
    [
      RELATIONS,
      relations,
      (prefix: string) =>
        `<${prefix}Relationship Id="${freeId(relations)}" Type="${OFFICE}/relationships/custom-properties" Target="${USUAL}"/>`,
    ],
  ] as const;
  for (const [part, xml, element] of added) {
    const [root] = elementsIn(xml, 0, xml.length);
    if (root === undefined || root.innerEnd === root.end) return null;
    put(part, `${xml.slice(0, root.innerEnd)}${element(root.prefix)}${xml.slice(root.innerEnd)}`);
  }
  put(
    USUAL,
    `${XML}<Properties xmlns="${OFFICE}/custom-properties" xmlns:vt="${VALUES}">${propertyXml("", 2, property)}</Properties>`,
  );
  return contents;
}

/** The part that has such properties already, as the archive's relations name it. */
function ownTarget(relations: string): string | null {
  let found: string | null = null;
  walk(relations, {
    open(name, attribute) {
      const kind = (attribute("Type") ?? "").replaceAll("-", "").toLowerCase();
      if (name !== "Relationship" || !kind.endsWith("/customproperties")) return;
      found ??= partNamed("", attribute("Target") ?? "");
    },
  });
  return found;
}

function freeId(relations: string): string {
  const used = new Set<string>();
  walk(relations, { open: (_, attribute) => void used.add(attribute("Id") ?? "") });
  for (let at = 1; ; at += 1) if (!used.has(`rIdProperties${at}`)) return `rIdProperties${at}`;
}

function propertyXml(
  prefix: string,
  number: number,
  { name, value }: { name: string; value: string },
): string {
  return `<${prefix}property fmtid="${FORMAT}" pid="${number}" name="${escapedText(name)}"><vt:lpwstr xmlns:vt="${VALUES}">${escapedText(value)}</vt:lpwstr></${prefix}property>`;
}

/** Properties with one more, or another value of that name. */
function withAdded(xml: string, property: { name: string; value: string }): string | null {
  const [root] = elementsIn(xml, 0, xml.length);
  if (root === undefined || root.innerEnd === root.end) return null;
  const all = [...elementsIn(xml, root.inner, root.innerEnd)];
  const attribute = ({ start, inner }: Element, name: string) =>
    attributeIn(xml.slice(start, inner), name);
  const numbers = all.map((one) => Number(attribute(one, "pid") ?? 0)).filter(Number.isSafeInteger);
  const highest = numbers.reduce((most, one) => Math.max(most, one), 1);
  const same = all.find((one) => attribute(one, "name") === escapedText(property.name));
  const number = same === undefined ? highest + 1 : Number(attribute(same, "pid") ?? 2);
  const made = propertyXml(root.prefix, number, property);
  const [from, to] = same === undefined ? [root.innerEnd, root.innerEnd] : [same.start, same.end];
  return `${xml.slice(0, from)}${made}${xml.slice(to)}`;
}
