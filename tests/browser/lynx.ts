import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Links and fields have numbers, which can be typed to go there. */
const SETTINGS = "DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED\nCHARACTER_SET:utf-8\n";
const OPTIONS = ["-tna", "-nopause", "-width=200", "-accept_all_cookies"];
const [RETURN, CLEAR, TAB, RELOAD] = ["^J", "^U", "^I", "^R"];

/** What somebody does on a page, as keys to press; the page's text tells the numbers of its links and fields. */
export type Step = (page: string) => string[];

/** One person at lynx from the first page to the last. Its script of keys is a pipe, into which the keys of each step go when it is their turn. */
export class Lynx {
  readonly #origin: string;
  readonly #folder: string;
  readonly #keys: FileHandle;
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  #screen = "";
  #saved = 0;

  private constructor(origin: string, address: string, folder: string, keys: FileHandle) {
    this.#origin = origin;
    this.#folder = folder;
    this.#keys = keys;
    const env = { ...process.env, HOME: folder, TERM: "xterm", LINES: "60", COLUMNS: "200" };
    const options = [
      `-cfg=${path.join(folder, "lynx.cfg")}`,
      ...OPTIONS,
      `-cmd_script=${path.join(folder, "keys")}`,
    ];
    this.#process = spawn("lynx", [...options, `${origin}${address}`], {
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.#process.stdout?.on(
      "data",
      (part: Buffer) => (this.#screen = (this.#screen + part.toString()).slice(-4000)),
    );
    this.#ended = new Promise((resolve) => this.#process.once("close", resolve));
  }

  /** Lynx at an address: a page, since it ends at once when there is nothing to show. */
  static async start(origin: string, address: string): Promise<Lynx> {
    const folder = mkdtempSync(path.join(tmpdir(), "trust-center-lynx-"));
    writeFileSync(path.join(folder, "lynx.cfg"), SETTINGS);
    execFileSync("mkfifo", [path.join(folder, "keys")]);
    // For reading too: such a pipe opens without waiting for lynx, and stays open between two steps.
    return new Lynx(origin, address, folder, await open(path.join(folder, "keys"), "r+"));
  }

  /** Goes to an address. @returns the page's text */
  async go(address: string): Promise<string> {
    await this.#press(["g", CLEAR, ...this.#origin, ...address, RETURN]);
    return this.page();
  }

  /** Asks the server again for the page that is open: lynx shows a page that it has shown before from its memory. */
  async reload(): Promise<string> {
    await this.#press([RELOAD]);
    return this.page();
  }

  /** Takes steps on the page that is open. @returns the text of the page that they lead to */
  async act(...steps: readonly Step[]): Promise<string> {
    const page = await this.#print();
    await this.#press(steps.flatMap((step) => step(page)));
    return this.page();
  }

  /** Takes steps on the page that is open, which end in a file that lynx offers to save. @returns where it is */
  async download(...steps: readonly Step[]): Promise<string> {
    const page = await this.#print();
    return this.#save([...steps.flatMap((step) => step(page)), "d", ...jump("2"), RETURN]);
  }

  /** The text of the page that is open; spaces and line breaks are one space. */
  async page(): Promise<string> {
    return (await this.#print()).replace(/\s+/g, " ");
  }

  /** Ends lynx and forgets its cookies and files. */
  async close(): Promise<void> {
    this.#process.kill();
    await this.#ended;
    await this.#keys.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #print(): Promise<string> {
    const file = await this.#save(["p", RETURN]);
    return readFileSync(file, "utf8");
  }

  /** Presses the keys that lead to lynx's question for the name of a file, and answers it. */
  async #save(keys: readonly string[]): Promise<string> {
    const file = this.#file();
    await this.#press([...keys, CLEAR, ...file, RETURN]);
    // One key after the other: when a second file is there, the first one is complete.
    const mark = this.#file();
    await this.#press(["p", RETURN, CLEAR, ...mark, RETURN]);
    for (
      let tries = 0;
      tries < 1200 && !existsSync(mark) && this.#process.exitCode === null;
      tries += 1
    )
      await new Promise((resolve) => setTimeout(resolve, 50));
    if (!existsSync(file))
      throw new Error(`lynx saved nothing; its screen ends with: ${this.#screen}`);
    return file;
  }

  #file(): string {
    this.#saved += 1;
    return path.join(this.#folder, `saved-${this.#saved}`);
  }

  async #press(keys: readonly string[]): Promise<void> {
    await this.#keys.write(keys.map((key) => `key ${key === " " ? "<space>" : key}\n`).join(""));
  }
}

/** Goes to a link or field by its number, without following it. */
function jump(number: string): string[] {
  return [...`${number}g`, RETURN];
}

/** Finds, by a pattern, the number of something on a page. */
function numberOf(page: string, pattern: RegExp): string {
  const number = pattern.exec(page)?.[1];
  if (number === undefined)
    throw new Error(`nothing like ${pattern} on this page: ${page.slice(0, 3000)}`);
  return number;
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s+");
}

/** The field that stands after its label (a whole word: staff’s menu has "Permission profiles"), and after the hint between the two. */
function fieldOf(page: string, label: string): string[] {
  return jump(numberOf(page, new RegExp(`${escaped(label)}(?!\\w)[^[]*\\[(\\d+)\\]`)));
}

/** Types into the field of this label, in place of what stands there. */
export function fill(label: string, value: string): Step {
  return (page) => [...fieldOf(page, label), RETURN, CLEAR, ...value, TAB];
}

/** Takes an option of a list, which opens over the page and is searched for it. */
export function choose(label: string, option: string): Step {
  return (page) => [...fieldOf(page, label), RETURN, "/", ...option, RETURN, RETURN];
}

/** Ticks the empty box whose label begins with these words. */
export function tick(label: string): Step {
  return (page) => [
    ...jump(numberOf(page, new RegExp(`\\[(\\d+)\\]\\[ \\]\\s+${escaped(label)}`))),
    RETURN,
  ];
}

/** Presses the first button of this name. @param butNot words after the name that make it another button's */
export function press(button: string, butNot: string | null = null): Step {
  const name = `${escaped(button)}${butNot === null ? "" : `(?!\\s+${escaped(butNot)})`}`;
  return (page) => [
    ...jump(numberOf(page, new RegExp(`\\(\\[(\\d+)\\][^)]*\\)\\s+${name}`))),
    RETURN,
  ];
}

/** The path of the address behind a link, which stands at the page's end with the link's number. @param before words that come before the link */
export function addressOf(page: string, before: string, link: string): string {
  const number = numberOf(
    page,
    new RegExp(`${escaped(before)}.*?\\[(\\d+)\\]${escaped(link)}`, "s"),
  );
  const address = new URL(new RegExp(`References .* ${number}\\. (\\S+)`).exec(page)?.[1] ?? "");
  return address.pathname + address.search;
}

/** Follows the first link whose text begins with these words. */
export function follow(link: string): Step {
  return (page) => [...jump(numberOf(page, new RegExp(`\\[(\\d+)\\]${escaped(link)}`))), RETURN];
}
