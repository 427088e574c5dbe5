import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(import.meta.dirname, "..");
/** Attributes that hold no words for people. */
const NO_WORDS =
  /^(?:className|class|d|id|name|href|src|key|style|pattern|rel|type|viewBox|autoComplete)$/;
/** Two words or more: what is shorter is a name in the code as often as a label. */
const WORDS = /[A-Za-z’']{2}[,.:;]? [“‘(]?[A-Za-z0-9’']/;
/** Tags and calls whose texts are for the database, the browser or the next developer. */
const FOR_MACHINES = /^(?:sql|css|String\.raw|acrossTenants)$/;

/** A text that a person can see, with `{…}` in the place of values. */
export interface ShownWords {
  file: string;
  line: number;
  words: string;
}

function* sourcesBelow(folder: string): Generator<string, void> {
  for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesBelow(place);
    else if (/(?<!\.d)\.tsx?$/.test(entry.name)) yield place;
  }
}

function wordsOf(node: ts.Node): string | null {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
    const { children } = node;
    if (!children.some((child) => ts.isJsxText(child) && /[A-Za-z]/.test(child.text))) return null;
    return children
      .map((child) => {
        if (ts.isJsxText(child)) return child.text;
        const inner = ts.isJsxExpression(child) ? child.expression : undefined;
        return inner !== undefined && ts.isStringLiteral(inner) ? inner.text : "{…}";
      })
      .join("");
  }
  const text = ts.isStringLiteralLike(node)
    ? node.text
    : ts.isTemplateExpression(node)
      ? `${node.head.text}${node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join("")}`
      : "";
  return WORDS.test(text) ? text : null;
}

function isForMachines(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isJsxAttribute(node)) return NO_WORDS.test(node.name.getText());
  if (ts.isTaggedTemplateExpression(node)) return FOR_MACHINES.test(node.tag.getText());
  return ts.isCallExpression(node) && FOR_MACHINES.test(node.expression.getText());
}

/** The texts of one source that people can see: of its elements, strings and templates. */
export function shownWords(
  file: string,
  text = readFileSync(path.join(ROOT, file), "utf8"),
): ShownWords[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: ShownWords[] = [];
  const visit = (node: ts.Node): void => {
    if (isForMachines(node)) return;
    const words = wordsOf(node)?.replace(/\s+/g, " ").trim();
    if (words !== undefined && words !== "") {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ file, line, words });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

let all: readonly ShownWords[] | undefined;

/** The texts of all of `app` that people can see, read once. */
export function allShownWords(): readonly ShownWords[] {
  all ??= [...sourcesBelow("app")].flatMap((file) => shownWords(file));
  return all;
}
