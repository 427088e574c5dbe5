import { expect, test } from "vitest";
import { choiceOf } from "#model/bulk-download.ts";
import { testInFive } from "../in-turn.ts";
import { specimenWorld } from "./specimens.ts";
import type { World } from "./world.ts";

/** A preview shows what a visitor sees; it gives its staff member no right that their own role lacks. */

const VIEWER = "viewer@acme.example";
const REVIEWER = "reviewer@acme.example";

interface Ground {
  world: World;
  ids: Readonly<Record<string, string>>;
}

async function ground(): Promise<Ground> {
  const world = await specimenWorld();
  return { world, ids: world.ids };
}

/** Every way in which somebody of the staff can look through another's eyes. */
const modes = ({ ids }: Ground) => [
  `permissionProfileId=${ids.includingProfile}`,
  `permissionProfileId=${ids.includingProfile}&view=profile`,
  `accountId=${ids.account}&permissionProfileId=${ids.includingProfile}`,
  `accountId=${ids.account}`,
  "permissionProfileId=no-such-profile",
  "view=public",
];

testInFive(
  "nothing is downloaded one by one by a role without files:download, in any mode of preview",
  async () => {
    const g = await ground();
    const { world, ids } = g;
    const paths = [
      ...["openFile", "lockedFile", "hiddenFile", "viewOnlyFile"].map(
        (name) => `/acme/documents/${ids[name]}/download`,
      ),
      "/acme/documents/letter/Reports.soc2/download",
      `/acme/documents/${ids.viewOnlyFile}/view/content`,
    ];
    for (const mode of modes(g)) {
      for (const path of paths) {
        for (const method of ["GET", "HEAD"]) {
          const answer = await world.ask(`${path}?${mode}`, { as: VIEWER, method });
          expect([302, 403, 404], `${method} ${path}?${mode}`).toContain(answer.status);
          expect(answer.headers["content-disposition"]).toBeUndefined();
        }
      }
    }
    const { status, text } = await world.ask(
      `/acme/documents/${ids.lockedFile}/download?permissionProfileId=${ids.includingProfile}`,
      { as: VIEWER },
    );
    expect([status, text.includes("Your role doesn’t allow this")]).toEqual([403, true]);
  },
);

test("nor many at once: by the API, by the form, or by a link that somebody else prepared", async () => {
  const g = await ground();
  const { world, ids } = g;
  const profile = `permissionProfileId=${ids.includingProfile}`;
  const wanted = { itemUid: "custom.locked", fileId: ids.lockedFile ?? "", generated: false };
  const ask = (as: string, query: string) =>
    world.ask(`/api/trust-center/bulk-download?${query}`, {
      as,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ files: [wanted], productId: ids.platform }),
    });
  for (const mode of modes(g))
    expect((await ask(VIEWER, mode)).status, mode).toBe(mode.includes("no-such") ? 404 : 403);
  const send = (as: string, form: Record<string, string>) =>
    world.ask(`/acme/bulk-download?${profile}`, { as, form });
  const forms: Record<string, string>[] = [{ file: choiceOf(wanted) }, { all: "on" }];
  for (const form of forms) {
    const refused = await send(VIEWER, form);
    expect([refused.status, refused.headers["content-type"]]).toEqual([
      403,
      "text/html; charset=utf-8",
    ]);
    expect(refused.text).toContain("Your role doesn’t allow downloading.");
  }
  const { fileUrl } = JSON.parse((await ask(REVIEWER, profile)).text) as { fileUrl: string };
  expect((await world.ask(fileUrl, { as: VIEWER })).status).toBe(404);
  expect((await world.ask(fileUrl, { as: REVIEWER })).status).toBe(200);
});

testInFive(
  "the preview still shows the buttons that its visitor has, and a role that may download does",
  async () => {
    const g = await ground();
    const { world, ids } = g;
    const profile = `permissionProfileId=${ids.includingProfile}`;
    const page = await world.ask(`/acme/documents/${ids.lockedFile}/view?${profile}`, {
      as: VIEWER,
    });
    expect(page.text).toContain(`/acme/documents/${ids.lockedFile}/download?`);
    const dialog = await world.ask(`/acme/bulk-download?${profile}`, { as: VIEWER });
    expect([dialog.status, dialog.text.includes("locked.pdf")]).toEqual([200, true]);
    for (const mode of [profile, `accountId=${ids.account}`]) {
      const answer = await world.ask(`/acme/documents/${ids.lockedFile}/download?${mode}`, {
        as: REVIEWER,
      });
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
    }
  },
);

test("of many accounts the first are offered, with the one that is previewed and the way to others", async () => {
  const { world } = await ground();
  const orgId = await world.orgId("acme");
  await world.services.store.write(async (trx) => {
    for (let i = 0; i < 60; i += 1)
      await trx
        .insertInto("accounts")
        .values({
          orgId,
          id: `many-${i}`,
          name: `Zeta ${String(i).padStart(2, "0")}`,
          reviewStatus: "approved",
          reviewedAt: null,
          reviewedBy: null,
          createdAt: world.time.toISOString(),
        })
        .execute();
  });
  const offered = async (path: string) => {
    const { text } = await world.ask(path, { as: REVIEWER });
    const select = /<select[^>]* name="accountId"[^]*?<\/select>/.exec(text)?.[0] ?? "";
    return { text, values: [...select.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id) };
  };
  const main = await offered("/acme");
  expect(main.values).toHaveLength(25);
  expect(main.text).toContain("Find an account");
  expect((await offered("/acme?findAccount=zeta+41")).values).toEqual(["many-41"]);
  const previewed = await offered("/acme?accountId=many-59");
  expect(previewed.values).toContain("many-59");
  expect((await offered("/globex")).text).not.toContain("many-");
});
