import { describe, expect, test } from "vitest";
import { inboxQuery, inboxSearch, isFiltered } from "#access/access-requests/forms/inbox-query.ts";

const read = (search: string) => inboxQuery(new URLSearchParams(search));

describe("the address of the inbox", () => {
  test.each([
    "",
    "?folder=declined",
    "?q=corp",
    "?relationship=Customer&country=DE&late=yes&sort=company&page=2",
    "?free=yes&again=yes&invited=yes",
  ])("%s names the same list again", (search) => {
    expect(inboxSearch(read(search))).toBe(search);
  });

  test.each([
    ["?folder=nonsense", ""],
    ["?page=-1", ""],
    ["?page=x", ""],
    ["?country=de", ""],
    ["?late=no", ""],
    ["?sort=fate", ""],
    ["?utm_source=mail&after=next", ""],
  ])("%s is as if it were not there", (search, left) => {
    expect(inboxSearch(read(search))).toBe(left);
  });

  test("says whether anything is left out: a folder and an order leave nothing out", () => {
    expect(isFiltered(read("?folder=declined&sort=newest&page=3"))).toBe(false);
    expect(isFiltered(read("?late=yes"))).toBe(true);
  });
});
