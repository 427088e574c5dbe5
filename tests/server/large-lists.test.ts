import "./production-react.ts";
import { expect, test } from "vitest";
import { addCompanies } from "#content/companies/store/companies.server.ts";
import { addSubprocessors } from "#content/subprocessors/store/subprocessors.server.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { EDITOR, post } from "./edit-world.ts";
import { importKnowledgeBase, importSubprocessors, importSubscribers } from "./large-imports.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const KB = 1_024;

// tests/long has the ten thousand rows that each of them takes.
testInTurn(
  "a long list of subprocessors comes in and is shown without holding anybody up",
  async () => {
    await importSubprocessors(await openWorld(), 4_000);
  },
);

testInTurn("many subscribers come in without holding anybody up", async () => {
  await importSubscribers(await openWorld(), 8_000);
});

testInTurn("a knowledge base comes in without holding anybody up", async () => {
  await importKnowledgeBase(await openWorld(), 300);
});

/** Adds subprocessors to acme's list, and says how many there are. */
async function fill(
  world: World,
  length: number,
  texts: (i: number) => { purpose: string; location: string | null; additionalDetails: string },
): Promise<void> {
  const [orgId, productId] = [await world.orgId("acme"), await world.productId("acme")];
  await world.services.store.write(async (trx) => {
    const ids = await addCompanies(
      trx,
      orgId,
      Array.from({ length }, (_, i) => ({ name: `Vendor ${i}` })),
    );
    await addSubprocessors(
      trx,
      orgId,
      productId,
      ids.map((companyId, i) => ({ companyId, ...texts(i), createdAt: world.time })),
    );
  });
}

/** The companies of a page's table, in their order. */
const companies = ({ text }: Answer) =>
  [...text.matchAll(/<th scope="row".*?<span class="py-\[5px\]">(.*?)<\/span>/gs)].map(([, name]) =>
    name?.replace(/<.*$/s, "").trim(),
  );
/** What a page says, without its marks. */
const words = ({ text }: Answer) =>
  text
    .replaceAll("<!-- -->", "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/placeholder="([^"]*)"[^>]*>/g, ">$1")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const linkTo = ({ text }: Answer, pattern: RegExp) =>
  (pattern.exec(text)?.[1] ?? "").replaceAll("&amp;", "&");

testInFive(
  "the table of subprocessors has pages of at most 300 KB, whatever stands in it and whoever looks",
  async () => {
    const world = await openWorld();
    await fill(world, 120, (i) => ({
      purpose: `${"ü&'".repeat(95)} ${i}`.slice(0, 300),
      location: "ሀ".repeat(200),
      additionalDetails: i % 2 === 0 ? "<\"'&".repeat(250) : "字".repeat(1_000),
    }));
    let target = "/acme/subprocessors";
    const seen: (string | undefined)[] = [];
    let pages = 0;
    while (target !== "") {
      const page = await world.ask(target);
      expect([page.status, page.body.length < 300 * KB]).toEqual([200, true]);
      seen.push(...companies(page));
      pages += 1;
      target = linkTo(page, /<a[^>]*rel="next"[^>]*href="([^"]*)"|$/);
    }
    const listed = await world.services.store.read
      .selectFrom("subprocessors")
      .select("id")
      .where("productId", "=", await world.productId("acme"))
      .execute();
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(listed.length);
    expect(pages).toBeGreaterThan(5);
    for (const as of [EDITOR, "riley@customer.example"])
      for (const page of ["", "?page=3"])
        expect((await world.ask(`/acme/subprocessors${page}`, { as })).body.length).toBeLessThan(
          300 * KB,
        );
    const beyond = await world.ask("/acme/subprocessors?page=9999");
    expect([beyond.status, beyond.headers.location]).toEqual([
      302,
      `/acme/subprocessors?page=${pages}`,
    ]);
  },
);

test("visitors search and sort all of it by plain links and a form", async () => {
  const world = await openWorld();
  await fill(world, 450, (i) => ({
    purpose: `Purpose ${450 - i}`,
    location: i % 5 === 0 ? null : `Place ${i % 7}`,
    additionalDetails: i === 444 ? "the only needle" : "hay",
  }));
  const first = await world.ask("/acme/subprocessors");
  expect(companies(first)).toHaveLength(100);
  expect(/<form(?=[^>]*role="search")(?=[^>]*method="get")/.test(first.text)).toBe(true);
  expect(first.text.includes('data-filter="subprocessors"')).toBe(false);
  expect(words(first)).toContain(wording.searchSubprocessors);
  expect(words(first)).toContain("Page 1 of 5");

  const byPurpose = await world.ask(linkTo(first, /<th[^>]*><a[^>]*href="([^"]*sort=purpose)"/));
  expect(/<th[^>]*aria-sort="ascending"[^>]*><a[^>]*>Purpose/.test(byPurpose.text)).toBe(true);
  const named = companies(byPurpose).filter((name) => name?.startsWith("Vendor"));
  expect(named.slice(0, 3)).toEqual(["Vendor 449", "Vendor 448", "Vendor 447"]);
  const back = await world.ask(linkTo(byPurpose, /<th[^>]*><a[^>]*href="([^"]*sort=-purpose)"/));
  expect(
    companies(back)
      .filter((name) => name?.startsWith("Vendor"))
      .slice(0, 2),
  ).toEqual(["Vendor 0", "Vendor 1"]);
  // The next page goes on in the same order; what a column does not say comes last either way.
  const next = await world.ask(linkTo(back, /<a[^>]*rel="next"[^>]*href="([^"]*)"/));
  expect(companies(next)[0]).not.toBe(companies(back)[0]);
  for (const sort of ["location", "-location"]) {
    const last = await world.ask(`/acme/subprocessors?sort=${sort}&page=5`);
    expect(companies(last)).toContain("Vendor 445");
  }

  const found = await world.ask("/acme/subprocessors?q=NEEDLE&sort=-company");
  expect(companies(found)).toEqual(["Vendor 444"]);
  expect(words(found)).toContain("1 result");
  expect(/<input type="hidden" name="sort" value="-company"/.test(found.text)).toBe(true);
  const none = await world.ask("/acme/subprocessors?q=nothing+like+it");
  expect(words(none)).toContain(wording.noResults);
  // An order that nobody offers, and a page that is none, are the first page as it stands.
  for (const odd of [
    "?sort=__proto__",
    "?sort=--company",
    "?page=0",
    "?page=1e3",
    "?page=-1",
    "?page=x",
  ])
    expect(companies(await world.ask(`/acme/subprocessors${odd}`))).toEqual(companies(first));
});

test("staff find and move rows of a long list page by page", async () => {
  const world = await openWorld();
  await fill(world, 300, (i) => ({
    purpose: `Purpose ${i}`,
    location: null,
    additionalDetails: "x",
  }));
  const at = "/acme/edit/subprocessors";
  const second = await world.ask(`${at}?page=2`, { as: EDITOR });
  expect(second.body.length).toBeLessThan(600 * KB);
  const rows = [...second.text.matchAll(/name="id" value="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(rows).size).toBe(50);
  expect(/<a[^>]*rel="prev"/.test(second.text)).toBe(true);
  const [firstHere = ""] = rows;
  // The first row of a later page can move up.
  const moved = await post(world, `${at}/move?page=2`, { id: firstHere, move: "up" });
  expect([moved.status, moved.headers.location]).toEqual([303, `${at}?page=2`]);
  const before = await world.ask(at, { as: EDITOR });
  expect([...before.text.matchAll(/name="id" value="([^"]*)"/g)].map(([, id]) => id)).toContain(
    firstHere,
  );
  const found = await world.ask(`${at}?q=purpose+299`, { as: EDITOR });
  expect(words(found)).toContain("Vendor 299");
  expect(words(found)).toContain("1 result");
  expect(
    new Set([...found.text.matchAll(/name="id" value="([^"]*)"/g)].map(([, id]) => id)).size,
  ).toBe(1);
});
