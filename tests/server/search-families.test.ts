import { describe, expect, test } from "vitest";
import { searchPortal } from "#content/search/store/search.server.ts";
import { WORD_FAMILIES } from "../word-families.ts";
import { openDemoSearch } from "./demo-search.ts";

describe.each(WORD_FAMILIES.map((forms) => [forms[0], forms] as const))("%s", (_, forms) => {
  test("finds the same things in each form", async () => {
    const { org, source, scope } = await openDemoSearch();
    const found = await Promise.all(
      forms.map(async (form) => {
        const matches = await searchPortal(source, org, scope(), form);
        return matches.map(({ record }) => record.thing).toSorted();
      }),
    );
    expect(found[0]?.length).toBeGreaterThan(0);
    for (const own of found) expect(own).toEqual(found[0]);
  });
});
