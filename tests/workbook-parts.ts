const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export interface MadeSheet {
  name: string;
  /** Its rows as XML, or the texts of its cells. */
  rows: string | readonly (readonly string[])[];
  state?: "visible" | "hidden" | "veryHidden";
}

export interface MadeWorkbook {
  sheets: readonly MadeSheet[];
  /** The formats of the styles 1 and on. */
  formats?: readonly string[];
  shared?: string;
  is1904?: boolean;
  activeTab?: number;
  /** What its main part is called. */
  main?: string;
}

/** The parts of a workbook's archive. */
export function workbookParts({
  sheets,
  formats = [],
  shared,
  is1904 = false,
  activeTab = 0,
  main = "xl/workbook.xml",
}: MadeWorkbook): { name: string; text: string }[] {
  const base = main.slice(main.lastIndexOf("/") + 1);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return [
    {
      name: "_rels/.rels",
      text: `${HEAD}<Relationships xmlns="${PACKAGE}">${relation("rId1", "officeDocument", main)}</Relationships>`,
    },
    {
      name: main,
      text: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${is1904 ? 1 : 0}"/><bookViews><workbookView activeTab="${activeTab}"/></bookViews><sheets>${sheets.map(({ name, state = "visible" }, at) => `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
    },
    {
      name: `xl/_rels/${base}.rels`,
      text: `${HEAD}<Relationships xmlns="${PACKAGE}">${sheets.map((_, at) => relation(`rId${at + 1}`, "worksheet", `worksheets/sheet${at + 1}.xml`)).join("")}${relation("rIdStyles", "styles", "styles.xml")}${shared === undefined ? "" : relation("rIdShared", "sharedStrings", "/xl/sharedStrings.xml")}</Relationships>`,
    },
    {
      name: "xl/styles.xml",
      text: `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join("")}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join("")}</cellXfs></styleSheet>`,
    },
    ...(shared === undefined
      ? []
      : [
          {
            name: "xl/sharedStrings.xml",
            text: `${HEAD}<sst xmlns="${MAIN}"><si>${shared}</si></sst>`,
          },
        ]),
    ...sheets.map(({ rows }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      text: `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${typeof rows === "string" ? rows : rows.map(rowOf).join("")}</sheetData></worksheet>`,
    })),
  ];
}

function rowOf(cells: readonly string[]): string {
  return `<row>${cells.map((text) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`).join("")}</row>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
