import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

function* sourcesBelow(folder: string): Generator<string, void> {
  for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesBelow(place);
    else if (/\.tsx?$/.test(entry.name)) yield place;
  }
}

/** Every node of a source, with where it stands. */
function nodesOf(file: string, text = readFileSync(path.join(ROOT, file), "utf8")) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const at = (node: ts.Node) =>
    `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  return { nodes, at };
}

const SOURCES = ["app", "db", "migrations"].flatMap((folder) => [...sourcesBelow(folder)]);

/** Methods of texts that make a pattern of a text that they are given. */
const PATTERN_METHODS = new Set(["match", "matchAll", "search"]);
/** What has a method of such a name and is no text. */
const NO_TEXTS = /^(?:this\.#index|directory)$/;

/** Where a source makes a pattern of anything but a literal. */
function patternsMade(file: string, text?: string): string[] {
  const { nodes, at } = nodesOf(file, text);
  const literals = new Set(
    nodes
      .filter(ts.isVariableDeclaration)
      .filter(({ initializer }) => initializer?.kind === ts.SyntaxKind.RegularExpressionLiteral)
      .map(({ name }) => name.getText()),
  );
  return nodes.flatMap((node) => {
    if (ts.isIdentifier(node) && node.text === "RegExp" && !ts.isTypeReferenceNode(node.parent)) {
      // Asking whether something is a pattern makes none.
      const isAsked =
        ts.isBinaryExpression(node.parent) &&
        node.parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
      return isAsked ? [] : [at(node)];
    }
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
    const [argument] = node.arguments;
    if (!PATTERN_METHODS.has(node.expression.name.text) || argument === undefined) return [];
    if (NO_TEXTS.test(node.expression.expression.getText())) return [];
    const isLiteral =
      argument.kind === ts.SyntaxKind.RegularExpressionLiteral ||
      (ts.isIdentifier(argument) && literals.has(argument.text));
    return isLiteral ? [] : [at(node)];
  });
}

test("nothing makes a pattern of a text: what people or other hosts write is never one", () => {
  expect(SOURCES.flatMap((file) => patternsMade(file))).toEqual([]);
  for (const made of [
    "new RegExp(word)",
    "RegExp('a')",
    "const Pattern = RegExp",
    "text.match(word)",
    "text.search('a' + b)",
    "text?.matchAll(of(word))",
  ])
    expect([made, patternsMade("made.ts", made).length]).toEqual([made, 1]);
  for (const fine of [
    "text.match(/a/)",
    "const A = /a/g; text.search(A)",
    "function f(a: RegExp) { return a.exec('') }",
    "x instanceof RegExp",
  ])
    expect([fine, patternsMade("fine.ts", fine)]).toEqual([fine, []]);
});

/** Characters of the worst texts. */
const LENGTH = 4_000;
/** Of processor time, in milliseconds: what takes less is not measured any further. A pattern that goes forward alone takes a fraction of one. */
const SUSPECT_MS = 4;
/** How much longer a text of four times the length may take: a pattern that goes forward takes four times, a square sixteen. */
const MOST_GROWTH = 8;
const MOST_UNITS = 100;
/** What runs longer is ended. */
const MOST_MS = 1_000;

/** Signs that a pattern is about: its own, and one for each class that it names. */
function signsOf(source: string): string[] {
  const signs = new Set([" ", "a", "\n"]);
  const classes: Readonly<Record<string, string>> = { d: "1", w: "a", s: "\t" };
  const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
  const rest = source
    .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, "(")
    .replaceAll(
      /\\u\{([\da-f]+)\}|\\u([\da-f]{4})/gi,
      (_, long: string | undefined, short: string | undefined) => {
        signs.add(String.fromCodePoint(Number.parseInt(long ?? short ?? "0", 16)));
        return "";
      },
    )
    .replaceAll(/\\p\{(\w+)[^}]*\}/gi, (_, name: string) => {
      const sample = { M: "\u0301", N: "1", P: ".", Lu: "A", Cc: "\u0002" }[name];
      signs.add(sample ?? "a");
      return "";
    })
    .replaceAll(/\\([\s\S])/g, (_, sign: string) => {
      signs.add(classes[sign] ?? controls[sign] ?? sign);
      return "";
    });
  for (const sign of rest) if (!"()[]{}?*+|^$-".includes(sign)) signs.add(sign);
  return [...signs].slice(0, 12);
}

/** Texts on which a pattern that goes back would: one sign, or two in turn, and no end. Each with one of four times its length. */
function* worstTexts(source: string): Generator<[text: string, longer: string], void> {
  const signs = signsOf(source);
  const pairs = signs.flatMap((a) => signs.filter((b) => b !== a).map((b) => a + b));
  for (const unit of [...signs, ...pairs].slice(0, MOST_UNITS)) {
    const [run, longer] = [LENGTH, 4 * LENGTH].map((length) => unit.repeat(length / unit.length));
    yield [`${run}\u0001`, `${longer}\u0001`];
    yield [`\u0001${run}\u0001a`, `\u0001${longer}\u0001a`];
  }
}

/** Runs a pattern where it can be ended: one that doubles with each letter would never. */
class Trial {
  readonly #context = vm.createContext({
    pattern: /x/,
    texts: [""],
    costs: [0],
    cost: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
  });
  readonly #script = new vm.Script(`
    costs = texts.map((text) => {
      const before = cost();
      pattern.lastIndex = 0;
      pattern.global ? text.replace(pattern, "") : pattern.exec(text);
      return cost() - before;
    });
  `);

  /** The processor time that it takes on each text, in milliseconds; endless where one does not end. */
  #costs(pattern: RegExp, texts: readonly string[]): number[] {
    Object.assign(this.#context, { pattern, texts });
    try {
      this.#script.runInContext(this.#context, { timeout: MOST_MS });
    } catch (error) {
      // An error of another realm is no instance of this one's.
      if (!/timed out/.test(String(error))) throw error;
      if (texts.length === 1) return [Infinity];
      // One without end is enough.
      const costs: number[] = [];
      for (const text of texts) {
        costs.push(...this.#costs(pattern, [text]));
        if (costs.at(-1) === Infinity) break;
      }
      return costs;
    }
    return this.#context.costs as number[];
  }

  /** What else the process does at a moment, such as freeing memory, counts for nothing. */
  #least(pattern: RegExp, text: string): number {
    return Math.min(...[1, 2, 3].flatMap(() => this.#costs(pattern, [text])));
  }

  /** The beginning of a text that a pattern takes too long for; null where there is none. */
  fault(source: string, flags: string): string | null {
    const pattern = new RegExp(source, flags);
    const texts = [...worstTexts(source)];
    const costs = this.#costs(
      pattern,
      texts.map(([text]) => text),
    );
    for (const [at, [text, longer]] of texts.entries()) {
      if ((costs[at] ?? 0) < SUSPECT_MS) continue;
      if (costs[at] === Infinity) return text.slice(0, 10);
      const least = this.#least(pattern, text);
      if (this.#least(pattern, longer) > MOST_GROWTH * least) return text.slice(0, 10);
    }
    return null;
  }
}

describe("the patterns of the sources", () => {
  test(
    "take a time that grows with the text alone, and not with its square",
    { timeout: 120_000 },
    () => {
      const where = new Map<string, string[]>();
      for (const file of SOURCES) {
        const { nodes, at } = nodesOf(file);
        for (const node of nodes)
          if (ts.isRegularExpressionLiteral(node))
            where.set(node.text, [...(where.get(node.text) ?? []), at(node)]);
      }
      expect(where.size).toBeGreaterThan(300);
      const trial = new Trial();
      const faults = [...where].flatMap(([literal, places]) => {
        const end = literal.lastIndexOf("/");
        const text = trial.fault(literal.slice(1, end), literal.slice(end + 1));
        return text === null
          ? []
          : [`${literal} on ${JSON.stringify(text)}… at ${places.join(", ")}`];
      });
      expect(faults).toEqual([]);
    },
  );

  test.each([
    [String.raw`\s+$`, ""],
    [String.raw`\s*\n\s*`, "g"],
    ["(a+)+b", ""],
    [String.raw`\[([^\]]*)\]\([^)]*\)`, "g"],
    [String.raw`[ \t]*\|[ \t]*`, "g"],
  ])("are told from those that go back: /%s/%s", (source, flags) => {
    expect(new Trial().fault(source, flags)).not.toBeNull();
  });

  test.each([
    [String.raw`\s+`, "g"],
    [String.raw`^\s+`, ""],
    ["[<>&]", "g"],
    [String.raw`^[a-z\d]+(?:-[a-z\d]+)*$`, ""],
  ])("are told from those that go forward: /%s/%s", (source, flags) => {
    expect(new Trial().fault(source, flags)).toBeNull();
  });
});
