import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import vm from "node:vm";
import type { JSDOM } from "jsdom";

/**
 * Playwright's own engine for selectors, roles, accessible names and expectations: the script that it puts into each
 * page of a browser, put into a parsed document instead. So a locator finds here what it finds in Chromium.
 */

/** A state of an element, as Playwright names them. */
export type ElementState =
  | "visible"
  | "hidden"
  | "enabled"
  | "disabled"
  | "editable"
  | "checked"
  | "unchecked"
  | "non-inert";

/** What an expectation found. */
export interface Expected {
  matches: boolean;
  received?: { value?: unknown; ariaSnapshot?: string };
}

/** The part of the engine that this client uses. */
export interface Engine {
  /** Keeps what was found out about the document, until it is told to forget it: roles, names, texts. */
  remember(): void;
  forget(): void;
  parseSelector(selector: string): object;
  querySelectorAll(selector: object, root: Node): Element[];
  strictModeViolationError(selector: object, matches: Element[]): Error;
  elementState(node: Element, state: ElementState, frameVisible: boolean): { matches: boolean };
  retarget(node: Element, behavior: "none" | "follow-label"): Element | null;
  selectOptions(node: Element, options: readonly object[]): string[] | string;
  fill(node: Element, value: string): string;
  previewNode(node: Element): string;
  ariaSnapshotForExpectFailure(node: Element, options: object): string;
  expect(
    element: Element | undefined,
    options: object,
    elements: Element[],
    frameVisible: boolean,
  ): Promise<Expected>;
}

/** Helpers of Playwright's that know neither browser nor server. */
export interface Helpers {
  asLocatorDescription(language: string, selector: string): string;
  escapeForTextSelector(text: string | RegExp, exact: boolean): string;
  escapeForAttributeSelector(text: string | RegExp, exact: boolean): string;
  urlMatches(base: string | undefined, url: string, match: unknown): boolean;
  getMimeTypeForPath(file: string): string | null;
}

const require = createRequire(import.meta.url);
const BUNDLE = "playwright-core/lib/coreBundle";

export const helpers: Helpers = require(BUNDLE).iso;

/** The comment above the engine's source in Playwright's bundle. */
const MARK = "generated/injectedScriptSource.ts";

const OPTIONS = {
  isUnderTest: false,
  sdkLanguage: "javascript",
  frameSeq: 0,
  testIdAttributeName: "data-testid",
  stableRafCount: 1,
  browserName: "chromium",
  shouldPrependErrorPrefix: false,
  isUtilityWorld: true,
  customEngines: [],
};

let script: vm.Script | null = null;

/** The engine's script. It is one string in the bundle, and part of no interface: Playwright's version is pinned. */
function engineScript(): vm.Script {
  if (script !== null) return script;
  const bundle = readFileSync(require.resolve(BUNDLE), "utf8");
  const begin = bundle.indexOf(" = '", bundle.lastIndexOf(MARK)) + " = ".length;
  const literal = bundle.slice(begin, bundle.indexOf("\n", begin)).replace(/;\s*$/, "");
  if (!literal.includes("InjectedScript"))
    throw new Error("Playwright keeps its engine elsewhere now: see tests/browser/plain/engine.ts");
  const source: unknown = vm.runInNewContext(literal);
  script = new vm.Script(
    `(() => { const module = {}; ${String(source)}
    const engine = new (module.exports.InjectedScript())(globalThis, ${JSON.stringify(OPTIONS)});
    engine.remember = () => { engine._evaluator.begin(); beginAriaCaches(); };
    engine.forget = () => { engine._evaluator.end(); endAriaCaches(); };
    return engine; })()`,
    { filename: "playwright-engine.js" },
  );
  return script;
}

/** An engine for one document. */
export function engineFor(dom: JSDOM): Engine {
  return engineScript().runInContext(dom.getInternalVMContext());
}
