import { format, getFormatInfo } from "numfmt";

/** The formats that every workbook has without writing them down (ECMA-376, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: '"$"#,##0;("$"#,##0)',
  6: '"$"#,##0;("$"#,##0)',
  7: '"$"#,##0.00;("$"#,##0.00)',
  8: '"$"#,##0.00;("$"#,##0.00)',
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  41: '#,##0;(#,##0);"-"',
  42: '"$"#,##0;("$"#,##0);"-"',
  43: '#,##0.00;(#,##0.00);"-"',
  44: '"$"#,##0.00;("$"#,##0.00);"-"',
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
};

/** The format of a number in `numFmts`; East Asian programs have days under numbers of their own. */
export function builtInFormat(id: number): string {
  const isDay = (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return BUILT_IN[id] ?? (isDay ? "yyyy-mm-dd" : GENERAL);
}

export const GENERAL = "General";

/** What the days of a workbook that counts from 1904 are behind others. */
const SINCE_1904 = 1_462;

/**
 * A number as its sheet shows it: 99.9%, 08:30, 26:00, 007, 1,234.50 EUR. A whole day is written as
 * ISO has it, since its format shows it to everybody as their own country does; a number without a
 * format in full, since a narrow cell alone makes it shorter.
 */
export function numberText(value: number, pattern: string, is1904: boolean): string {
  if (/^(?:general|@)?$/i.test(pattern)) return plainNumber(value);
  try {
    const { type } = getFormatInfo(pattern);
    if (type !== "date" && type !== "datetime" && type !== "time")
      return format(withoutCountry(pattern), value).trim();
    // Times are counted from no day: 26:00 is as long in each workbook.
    const moment = is1904 && type !== "time" ? value + SINCE_1904 : value;
    const shown = format(isoPattern(pattern, type) ?? pattern, moment).trim();
    return /^#*$/.test(shown) ? plainNumber(value) : shown;
  } catch {
    // A format that no spreadsheet program makes says nothing.
    return plainNumber(value);
  }
}

/**
 * A format of a number without the country that its currency names: `[$€-407]` says which sign, and
 * its reader's own country which points and commas. All numbers are written the same way here.
 */
function withoutCountry(pattern: string): string {
  return pattern.replaceAll(/\[\$([^[\]-]{0,20})-[\dA-Fa-f]{1,8}\]/g, (_, sign: string) =>
    sign === "" ? "" : `"${sign}"`,
  );
}

/** A text as its sheet shows it: formats can write something around it. */
export function formattedText(text: string, pattern: string): string {
  if (pattern === "@" || !pattern.includes("@")) return text;
  try {
    return format(pattern, text).trim();
  } catch {
    return text;
  }
}

/** A number in full; very large and very small ones as spreadsheets write them: 1E+21. */
function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  const [, digits, sign, power] = /^(.+)e([+-])(\d+)$/.exec(text) ?? [];
  return digits === undefined ? text : `${digits}E${sign}${power?.padStart(2, "0")}`;
}

/** The format of a whole day; null where a part of it is not shown. */
function isoPattern(pattern: string, type: "date" | "datetime" | "time"): string | null {
  const [parts = ""] = pattern
    .replace(/"[^"]*"|\\.|\[[^[\]]*\]/g, "")
    .toLowerCase()
    .split(";");
  if (type === "time" || !["y", "m", "d"].every((part) => parts.includes(part))) return null;
  if (type === "date") return "yyyy-mm-dd";
  return parts.includes("s") ? "yyyy-mm-dd hh:mm:ss" : "yyyy-mm-dd hh:mm";
}
