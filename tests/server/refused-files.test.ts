import { expect, test } from "vitest";
import { openWorld } from "./world.ts";

const VIEWER = "viewer@acme.example";
const OWNER = "owner@acme.example";
const HTML = "text/html; charset=utf-8";

test("what an address of files refuses is a page for people, with the frame around it", async () => {
  const world = await openWorld();
  const cases = [
    ["/acme/subprocessors.csv?product=No+Such", undefined, 404, "Page not found"],
    ["/acme/documents/nothing/view/content", undefined, 404, "Page not found"],
    ["/audit/export.csv", VIEWER, 403, "No access"],
    ["/knowledge-base/export.csv", VIEWER, 403, "No access"],
    ["/nda/signatures/no-such-signature/pdf", OWNER, 404, "Page not found"],
  ] as const;
  for (const [path, as, status, words] of cases) {
    const who = as === undefined ? {} : { as };
    const page = await world.ask(path, { ...who, headers: { accept: "text/html,*/*;q=0.8" } });
    expect([path, page.status, page.headers["content-type"]]).toEqual([path, status, HTML]);
    expect(page.text).toContain(words);
    expect(page.text).toContain("<header");
    const head = await world.ask(path, { ...who, method: "HEAD" });
    expect([path, head.status, head.headers["content-type"], head.text]).toEqual([
      path,
      status,
      HTML,
      "",
    ]);
  }
  const post = await world.ask("/audit/export.csv", { as: VIEWER, form: {} });
  expect([post.status, post.headers["content-type"]]).toEqual([403, HTML]);
});

test("scripts that ask get what they got, and an address for machines stays one", async () => {
  const world = await openWorld();
  const path = "/acme/subprocessors.csv?product=No+Such";
  const asking: Record<string, string>[] = [
    { "sec-fetch-dest": "empty" },
    { accept: "application/json" },
  ];
  for (const headers of asking) {
    const answer = await world.ask(path, { headers });
    expect([answer.status, answer.text]).toEqual([404, "null"]);
  }
  const api = await world.ask("/api/documents/nothing", { as: OWNER });
  expect([api.status, api.headers["content-type"]]).toEqual([404, "application/problem+json"]);
});

test("the page that says so is nothing by itself", async () => {
  const world = await openWorld();
  expect((await world.ask("/account/refused", { as: OWNER })).status).toBe(404);
  expect((await world.ask("/acme/refused")).status).toBe(404);
});
