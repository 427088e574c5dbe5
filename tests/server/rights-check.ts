import { UNSAFE_decodeViaTurboStream as decode } from "react-router";
import { inject } from "vitest";
import { chance, everything, sample } from "../sample.ts";
import {
  belongsToPortal,
  cellsOf,
  pathFor,
  PREVIEWS,
  RIGHTS,
  VIEWERS,
  type Cell,
  type DoorName,
  type Face,
  type ViewerName,
} from "./rights-table.ts";
import type { SpecimenWorld } from "./specimens.ts";
import type { Answer, Ask } from "./world.ts";

/** Compares the table of rights with what the server does, cell by cell. */

export const HOST_OF: Readonly<Record<DoorName, string | undefined>> = {
  default: undefined,
  domain: "trust.acme.example",
};

const FORMS = ["document", ".data", "HEAD"] as const;
type Form = (typeof FORMS)[number];

interface Row {
  route: string;
  door: DoorName;
  path: string;
  cells: Partial<Record<ViewerName, Cell>>;
  /** The cells of the data twin. */
  dataCells: Partial<Record<ViewerName, Cell>>;
}

/** Every row of the table at every door that has it. */
export function rowsOfTable(): Row[] {
  return Object.entries(RIGHTS).flatMap(([route, addresses]) =>
    addresses.flatMap((address) =>
      (["default", "domain"] as const).flatMap((door): Row[] => {
        const row = address[door];
        return row === null
          ? []
          : [
              {
                route,
                door,
                path: row[0],
                cells: cellsOf(row[1], { route, door }),
                dataCells: cellsOf(row[2] ?? row[1], { route, door }),
              },
            ];
      }),
    ),
  );
}

/** One question: a cell of the table, in one of its forms. */
interface Question {
  row: Row;
  viewer: ViewerName;
  form: Form;
  expected: Cell;
}

/**
 * The questions that the rows ask. HEAD renders a page as GET does, so of a row's pages one viewer of each
 * kind of cell asks it.
 */
function questionsOf(
  rows: readonly Row[],
  viewers: readonly ViewerName[],
  change: (viewer: ViewerName, cell: Cell) => Cell,
): Question[] {
  const questions: Question[] = [];
  for (const row of rows) {
    const headed = new Set<string>();
    for (const viewer of viewers)
      for (const form of FORMS) {
        const published = (form === ".data" ? row.dataCells : row.cells)[viewer];
        if (published === undefined) continue;
        const expected = change(viewer, published);
        const answer = JSON.stringify(expected);
        if (form === "HEAD" && published.face !== undefined) {
          if (headed.has(answer)) continue;
          headed.add(answer);
        }
        questions.push({ row, viewer, form, expected });
      }
  }
  return everything ? questions : sampled(questions);
}

/** The part of its viewers that the short run sends to a route, beyond one for each answer that it gives. */
const OF_VIEWERS = 0.1;

/**
 * What the short run asks, by the seed: each answer that a route gives, at one of its doors; each form of a route; and
 * each route for a tenth of its viewers, as a document or as data. Previews change nothing outside of portals, so that
 * they are asked there as others are whom a route answers alike; who has no session asks what a stranger does.
 */
function sampled(questions: readonly Question[]): Question[] {
  const chosen = new Set<Question>();
  const take = (asked: readonly Question[], groupOf: (question: Question) => string) => {
    const known = new Set([...chosen].map(groupOf));
    for (const [name, alike] of Map.groupBy(asked, groupOf))
      if (!known.has(name)) for (const question of sample(alike, 1, name)) chosen.add(question);
  };
  const personOf = (viewer: ViewerName) =>
    viewer in PREVIEWS ? viewer : String(VIEWERS[viewer] ?? null);
  take(
    questions.filter(
      ({ row, viewer, form }) =>
        form !== "HEAD" &&
        (belongsToPortal(row.route) || !(viewer in PREVIEWS)) &&
        chance(`${row.route} for ${personOf(viewer)}`) < OF_VIEWERS,
    ),
    ({ row, viewer }) => `${row.route} ${personOf(viewer)}`,
  );
  take(questions, ({ row, expected }) => [row.route, JSON.stringify(expected)].join(" "));
  take(questions, ({ row, form }) => `${row.route} ${form}`);
  // Whoever is the same person gets the same: both cells are compared with one answer.
  const asked = new Set(
    [...chosen].map(({ row, viewer, form }) =>
      [row.route, row.door, row.path, form, personOf(viewer)].join(" "),
    ),
  );
  // On PostgreSQL, where the same rule reads the same rows, it asks one in ten of them.
  const share = inject("postgres") === null ? 1 : 0.1;
  return questions.filter(({ row, viewer, form }) => {
    const name = [row.route, row.door, row.path, form, personOf(viewer)].join(" ");
    return asked.has(name) && chance(name) < share;
  });
}

/**
 * Every cell that the server answers otherwise, in words, those with the same fault together.
 * @param options.viewers the columns to walk through, all unless given
 * @param options.change what a cell says under other circumstances
 */
export async function differences(
  world: SpecimenWorld,
  rows: readonly Row[],
  {
    viewers = Object.keys(VIEWERS) as ViewerName[],
    change = (_viewer, cell) => cell,
  }: {
    viewers?: readonly ViewerName[];
    change?: (viewer: ViewerName, cell: Cell) => Cell;
  } = {},
): Promise<string[]> {
  const found = new Map<string, string[]>();
  // Layouts share the address of the page inside them: nobody is asked twice.
  const asked = new Map<string, Promise<Answer>>();
  const ask = (door: DoorName, path: string, form: Form, email: string | null): Promise<Answer> => {
    const key = [door, path, form, email].join(" ");
    const answer =
      asked.get(key) ??
      // All viewers are in one network here, which asks the search more than one may.
      world.services.limits
        .forgive("search-network", "127.0.0.1")
        .then(() => world.ask(addressOf(world, path, form), askOf(door, email, form)));
    asked.set(key, answer);
    return answer;
  };
  for (const { row, viewer, form, expected: cell } of questionsOf(rows, viewers, change)) {
    const { route, door, path } = row;
    const email = VIEWERS[viewer];
    const expected = cell.to === undefined ? cell : { ...cell, to: filledIn(world, cell.to) };
    const answer = await ask(door, pathFor(viewer, path), form, email);
    const wrong = await difference(form, expected, answer, email);
    if (wrong === null) continue;
    const fault = `${route} at ${door} ${path}: ${wrong}`;
    found.set(fault, [...(found.get(fault) ?? []), `${viewer} ${form}`]);
  }
  process.stdout.write(`${asked.size} addresses were asked\n`);
  return [...found].map(([fault, cells]) => `${fault} (${cells.join(", ")})`);
}

/** What a route's own loader gives when it is asked alone, as a browser asks that has the rest already; undefined: nothing. */
export async function ownData(
  world: SpecimenWorld,
  { route, door, path }: Row,
  viewer: ViewerName,
): Promise<unknown> {
  const twin = addressOf(world, pathFor(viewer, path), ".data");
  const answer = await world.ask(
    `${twin}${twin.includes("?") ? "&" : "?"}_routes=${encodeURIComponent(route)}`,
    askOf(door, VIEWERS[viewer], ".data"),
  );
  return (
    ((await decoded(answer)) as Record<string, { data?: unknown }> | null)?.[route]?.data ??
    undefined
  );
}

function askOf(door: DoorName, email: string | null, form: Form): Ask {
  const host = HOST_OF[door];
  return {
    kept: true,
    ...(host === undefined ? {} : { host }),
    ...(email === null ? {} : { as: email }),
    ...(form === "HEAD" ? { method: "HEAD" } : {}),
  };
}

function addressOf(world: SpecimenWorld, path: string, form: Form): string {
  const target = filledIn(world, path);
  return form === ".data" ? dataTwin(target) : target;
}

/** A path with the ids of its specimens. */
function filledIn(world: SpecimenWorld, path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => world.ids[name] ?? `no-specimen-${name}`);
}

/** The address at which the framework's client asks for a page's data. */
export function dataTwin(target: string): string {
  const [path = "", ...query] = target.split("?");
  return [`${path.endsWith("/") ? `${path}_` : path}.data`, ...query].join("?");
}

/** What is wrong with an answer; null when it is what the cell says. A data twin says a redirect in its body, with status 202. */
async function difference(
  form: Form,
  expected: Cell,
  answer: Answer,
  email: string | null,
): Promise<string | null> {
  const status = form === ".data" && expected.to !== undefined ? 202 : expected.status;
  if (answer.status !== status)
    return `expected ${status}, got ${answer.status} ${answer.headers.location ?? ""}`;
  if (form === "HEAD" && answer.body.length > 0) return "a body after HEAD";
  const data = form === ".data" ? await decoded(answer) : null;
  if (expected.to !== undefined) {
    const to = form === ".data" ? redirectIn(data) : answer.headers.location;
    if (!leadsTo(to, expected.to))
      return `expected to lead to ${expected.to}, leads to ${to ?? "nowhere"}`;
  }
  if (expected.face === undefined || form === "HEAD") return null;
  const face = form === ".data" ? faceOfData(data) : faceOfPage(answer, email);
  return face === expected.face ? null : `expected the ${expected.face} face, got ${face}`;
}

/** Whether a location is the expected one, or that one with further parameters. */
function leadsTo(to: string | undefined, expected: string): boolean {
  const [path, query] = (to ?? "").split("?");
  const [expectedPath, expectedQuery] = expected.split("?");
  const given = new URLSearchParams(query);
  return (
    path === expectedPath &&
    [...new URLSearchParams(expectedQuery)].every(([name, value]) => given.get(name) === value)
  );
}

/** A data answer as the framework's client reads it. */
export async function decoded(answer: Answer): Promise<unknown> {
  if (answer.status !== 200 && answer.status !== 202) return null;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(answer.body));
      controller.close();
    },
  });
  return (await decode(body, globalThis as unknown as Window & typeof globalThis)).value;
}

/** Where a data answer leads: the framework keeps it under a symbol of its own. */
function redirectIn(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const [symbol] = Object.getOwnPropertySymbols(data);
  return symbol === undefined
    ? undefined
    : (data as Record<symbol, { redirect?: string }>)[symbol]?.redirect;
}

function faceOfData(data: unknown): Face | "none" {
  const frame = (data as Record<string, { data?: { viewer?: { mode?: string } } }> | null)?.[
    "portal/frame"
  ]?.data;
  const mode = frame?.viewer?.mode;
  return mode === "main" || mode === "public" || mode === "preview"
    ? mode
    : mode === "accountExternal"
      ? "member"
      : "none";
}

/** Only the owner's page runs the framework, by a nonce; a preview says so; only a member's page names the member. */
export function faceOfPage(answer: Answer, email: string | null): Face {
  if (answer.headers["content-security-policy"]?.includes("'nonce-")) return "main";
  if (answer.text.includes("Previewing as <strong>")) return "preview";
  return email !== null && answer.text.includes(email) ? "member" : "public";
}
