import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import {
  addControl,
  everyControl,
  listControls,
  type ControlValues,
} from "#content/controls/store/controls.server.ts";
import { migrate } from "#db/migrate.ts";
import { Store } from "#db/store.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";

const NOW = new Date("2026-11-27T12:00:00Z");
const LONG = "A description that says much. ".repeat(330);

const control = (
  reference: string,
  description: string | null,
  requirements: number,
): ControlValues => ({
  reference,
  title: `Control ${reference}`,
  shortAnswer: null,
  description,
  access: "public",
  itemUid: null,
  productIds: [],
  requirements: Array.from({ length: requirements }, (_, nth) => `Rule ${requirements - nth}`),
});

test("all controls come with their requirements in their order, and with each description once", async () => {
  const blank = Store.open(":memory:", null);
  await migrate(blank.connection);
  const store = Store.clone(blank.image());
  await blank.close();
  const orgId = await store.write(async (trx) => {
    const id = await createOrg({ trx, by: SYSTEM, now: NOW }, { slug: "acme", name: "Acme" });
    await addControl(trx, id, control("C-1", LONG, 50), NOW);
    await addControl(trx, id, control("C-2", LONG, 0), NOW);
    await addControl(trx, id, control("C-3", null, 3), NOW);
    return id;
  });
  let characters = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      characters += JSON.stringify(result.rows).length;
      return Promise.resolve(result);
    },
  };
  const found = await everyControl(store.read.withPlugin(counting), orgId);
  const listed = (await listControls(store.read, orgId)).map(
    ({ productIds: _products, ...rest }) => rest,
  );
  expect(found).toEqual(listed);
  expect(found.map(({ requirements }) => requirements.length)).toEqual([50, 0, 3]);
  expect(characters).toBeLessThan(4 * LONG.length);
  await store.close();
});
