import { spawn } from "node:child_process";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { breath } from "#db/pace.ts";
import { holdOf, onePiece, overPieces, timeOf } from "../work-time.ts";
import { testInFive } from "../in-turn.ts";

/** Pieces of work that a slow door does in one go, and that a limit allows. */
const SLOW = 16;
const MOST = 10;

let doors: http.Server;

async function ask(path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${(doors.address() as AddressInfo).port}${path}`);
  return answer.text();
}

/** How many pieces the door held the loop for, where they are more than the limit. */
const overAt = async (path: string) => overPieces((await holdOf(() => ask(path))).longest, MOST);

beforeAll(async () => {
  doors = http.createServer(async (request, response) => {
    for (let i = 0; i < SLOW; i += 1) {
      if (request.url === "/waits") await new Promise((resolve) => setTimeout(resolve, 20));
      else onePiece();
      if (request.url === "/steps") await breath();
    }
    response.end("done");
  });
  await new Promise<void>((resolve) => doors.listen(0, "127.0.0.1", resolve));
  await ask("/slow");
});
afterAll(() => void doors.close());

testInFive("a door that does it all in one go is told, by how much", async () => {
  const over = await overAt("/slow");
  expect(over).toBeGreaterThan(MOST);
  expect(over).toBeLessThan(4 * SLOW);
});

test("one that does as much in steps, or waits, is not", async () => {
  expect(await overAt("/steps")).toBeNull();
  expect(await overAt("/waits")).toBeNull();
});

testInFive("on a busy machine both are told as on a quiet one", async () => {
  const others = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (const end = Date.now() + 20_000; Date.now() < end; );"]),
  );
  try {
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await overAt("/slow")).toBeGreaterThan(MOST);
    expect(await overAt("/steps")).toBeNull();
    expect(await overAt("/waits")).toBeNull();
  } finally {
    for (const other of others) other.kill();
  }
});

test("what takes the square of a text's length is told from what takes its length", () => {
  const text = "a".repeat(60_000);
  const found = (pattern: RegExp) => timeOf(() => void pattern.exec(text));
  expect(overPieces(found(/a*b/), MOST)).toBeGreaterThan(MOST);
  expect(overPieces(found(/a*$/), MOST)).toBeNull();
});
