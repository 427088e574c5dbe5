import Database from "better-sqlite3";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { multipart, pdf } from "./multipart.ts";
import { command, Spawned } from "./spawned.ts";

/** What tests of backups have in common: writers that note what was acknowledged, and a look at what came back. */
export const PASSWORD = "correct horse battery staple";

export async function cookieOf(server: Spawned): Promise<string> {
  const answer = await server.ask("/sign-in", {
    form: { email: "owner@acme.example", password: PASSWORD },
  });
  return String(answer.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
}

/** What a server acknowledged: addresses that subscribed, and documents by their id. */
export interface Acknowledged {
  emails: string[];
  documents: string[];
}

/**
 * Eight writers, six that subscribe and two that upload, each as fast as it is answered, until the server is gone.
 * @returns ends them
 */
export function eightWriters(server: Spawned, cookie: string, noted: Acknowledged) {
  const until = new AbortController();
  let number = 0;
  const run = async (write: () => Promise<boolean>) => {
    while (!until.signal.aborted && (await write().catch(() => false)));
  };
  const subscribe = async () => {
    const email = `w${(number += 1)}-${server.child.pid}@reader.example`;
    const { status } = await server.ask("/api/share/acme/subscribe", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `192.0.2.${number % 250}` },
      body: JSON.stringify({ email, source: "test" }),
    });
    if (status < 300) noted.emails.push(email);
    return true;
  };
  const upload = async () => {
    const name = `upload ${(number += 1)} ${server.child.pid}`;
    const { body, headers } = multipart(
      [{ name: `${name}.pdf`, bytes: pdf(name), type: "application/pdf" }],
      { type: "Policy" },
    );
    const answer = await server.ask("/api/documents", {
      method: "POST",
      headers: { ...headers, cookie },
      body: body as unknown as string,
    });
    if (answer.status === 201) noted.documents.push(`${name}.pdf`);
    return true;
  };
  const writers = [...Array.from({ length: 6 }, () => run(subscribe)), run(upload), run(upload)];
  return async () => {
    until.abort();
    await Promise.all(writers);
  };
}

/** Which of the writes that were acknowledged a data folder lacks. */
export function missingIn(folder: string, { emails, documents }: Acknowledged): string[] {
  const database = new Database(path.join(folder, "trust.db"), { readonly: true });
  const rows = (sql: string) => new Set(database.prepare(sql).pluck().all() as string[]);
  const [addresses, names] = [
    rows("select email from subscribers"),
    rows("select originalName from documents"),
  ];
  database.close();
  return [
    ...emails.filter((email) => !addresses.has(email)),
    ...documents.filter((name) => !names.has(name)),
  ];
}

/** A command that fails in plain words: code 1, nothing on standard output, no stack. @returns the words */
export async function refusedCommand(
  folder: string,
  ...words: string[]
): Promise<{ err: string; out: string }> {
  const { code, out, err } = await command(folder, ...words);
  expect([code, words], err).toEqual([1, words]);
  expect(err).not.toMatch(/ {4}at |Error:/);
  return { err, out };
}

/** Everything below a folder, with its mode where others may do something with it. */
export function openBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0);
}
