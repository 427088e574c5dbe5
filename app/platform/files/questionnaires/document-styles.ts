import { walk, type PartReader } from "../tables/workbook.ts";

/** What a paragraph has from its style. */
interface Style {
  basedOn: string | null;
  isTitle: boolean;
  isOfContents: boolean;
  outline: number | null;
  list: ListPlace | null;
}

/** A list, and the level in it. */
export interface ListPlace {
  list: string | null;
  level: number | null;
}

/** What the styles and the lists of a document say of its paragraphs. */
export interface DocumentStyles {
  isHeading: (style: string | null, outline: number | null) => boolean;
  /** A line of the table of contents. */
  isOfContents: (style: string | null) => boolean;
  /** Whether it has a number that is not written in its text. */
  isNumbered: (style: string | null, place: ListPlace | null) => boolean;
}

/** Styles that build on each other at most. */
const MAX_DEPTH = 12;
/** Levels of the outline; the next one says that there is none. */
const LEVELS = 9;

/** Reads the parts of a document that say how paragraphs look. @param part by its role */
export function documentStyles(part: PartReader): DocumentStyles {
  const styles = stylesIn(part("styles") ?? "");
  const formats = listFormats(part("numbering") ?? "");
  const first = <Found>(id: string | null, look: (style: Style) => Found | null): Found | null => {
    let style = id === null ? undefined : styles.get(id);
    for (let depth = 0; style !== undefined && depth < MAX_DEPTH; depth += 1) {
      const found = look(style);
      if (found !== null) return found;
      style = style.basedOn === null ? undefined : styles.get(style.basedOn);
    }
    return null;
  };
  return {
    isHeading: (id, own) =>
      (own ?? first(id, ({ outline }) => outline) ?? LEVELS) < LEVELS ||
      first(id, ({ isTitle }) => (isTitle ? true : null)) === true,
    isOfContents: (id) => first(id, ({ isOfContents }) => (isOfContents ? true : null)) === true,
    isNumbered: (id, own) => {
      const list = own?.list ?? first(id, (style) => style.list?.list ?? null);
      const level = own?.level ?? first(id, (style) => style.list?.level ?? null) ?? 0;
      const format = list === null ? undefined : formats.get(`${list} ${level}`);
      return format !== undefined && format !== "bullet" && format !== "none";
    },
  };
}

function stylesIn(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  let style: Style | null = null;
  walk(xml, {
    open(name, attribute) {
      if (name === "style") {
        style = { basedOn: null, isTitle: false, isOfContents: false, outline: null, list: null };
        styles.set(attribute("styleId") ?? "", style);
      }
      if (style === null) return;
      const value = attribute("val");
      if (name === "name") {
        style.isTitle = /^(?:heading \d|title)$/i.test(value ?? "");
        style.isOfContents = /^toc \d$/i.test(value ?? "");
      } else if (name === "basedOn") style.basedOn = value;
      else if (name === "outlineLvl") style.outline = Number(value);
      else if (name === "numId") style.list = { level: null, ...style.list, list: value };
      else if (name === "ilvl") style.list = { list: null, ...style.list, level: Number(value) };
    },
    close(name) {
      if (name === "style") style = null;
    },
  });
  return styles;
}

/** How the levels of lists are numbered, by the list and the level. */
function listFormats(xml: string): Map<string, string> {
  const kinds = new Map<string, Map<number, string>>();
  const formats = new Map<string, string>();
  let [kind, list, level] = ["", "", 0];
  walk(xml, {
    open(name, attribute) {
      const value = attribute("val") ?? "";
      if (name === "abstractNum") {
        kind = attribute("abstractNumId") ?? "";
        kinds.set(kind, new Map());
      } else if (name === "lvl") level = Number(attribute("ilvl") ?? 0);
      else if (name === "numFmt") kinds.get(kind)?.set(level, value);
      else if (name === "num") list = attribute("numId") ?? "";
      else if (name === "abstractNumId")
        for (const [at, format] of kinds.get(value) ?? []) formats.set(`${list} ${at}`, format);
    },
  });
  return formats;
}
