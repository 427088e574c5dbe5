import { describe, expect, test } from "vitest";
import { removeMember } from "#access/accounts/store/account-changes.server.ts";
import { purgeCalendarAddresses } from "#auth/access-keys/store/calendar-addresses.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { inOrg } from "#db/tenant.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { RILEY } from "./access-world.ts";
import { openWorld, type World } from "./world.ts";

const NOOR = "noor@unsigned.example";
const PAGE = "/acme/my-account/calendar";
const DAY = 86_400_000;

/** Makes an address, as the page shows it, and gives its path at the default host. */
async function addressOf(world: World, as = RILEY): Promise<string> {
  const { status, text } = await world.ask(PAGE, { as, form: {} });
  expect(status).toBe(200);
  const secret = /\/calendar\.ics\?token=([\w-]{43})</.exec(text)?.[1] ?? "none";
  return `/acme/calendar.ics?token=${secret}`;
}

/** The entries of a calendar by their UIDs. */
function entriesIn(text: string): Map<string, Record<string, string>> {
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  const found = new Map<string, Record<string, string>>();
  let entry: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(":");
    if (line === "BEGIN:VEVENT") entry = {};
    else if (line === "END:VEVENT") found.set(entry.UID ?? "", entry);
    else entry[line.slice(0, at)] = line.slice(at + 1);
  }
  return found;
}

const kinds = (entries: Map<string, Record<string, string>>) =>
  new Set([...entries.keys()].map((uid) => uid.split(".")[0]));

describe("a member’s own calendar", () => {
  test("has the dates that the member sees on the page, and their own", async () => {
    const world = await openWorld();
    const path = await addressOf(world);
    const { status, headers, text } = await world.ask(path);
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "text/calendar; charset=utf-8",
      "private, no-store",
    ]);
    const entries = entriesIn(text);
    expect(kinds(entries)).toContain("certification");
    const shown = JSON.parse((await world.ask("/acme/dates.json", { as: RILEY })).text) as {
      dates: { id: string; day: string; title: string }[];
    };
    expect(shown.dates.length).toBeGreaterThan(0);
    for (const { id, day } of shown.dates)
      expect(entries.get(`${id}@open-trust-center`)?.["DTSTART;VALUE=DATE"]).toBe(
        day.replaceAll("-", ""),
      );
    expect(text).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT12H");
    expect(text).not.toContain(RILEY);
  });

  test("moves an entry whose day changed, under the same UID", async () => {
    const world = await openWorld();
    const path = await addressOf(world);
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const expire = (days: number) =>
      store.write((trx) =>
        inOrg(trx, orgId)
          .updateTable("grants")
          .set({ expiresAt: new Date(world.time.getTime() + days * DAY).toISOString() })
          .where("revokedAt", "is", null)
          .execute(),
      );
    const ownEnd = async () =>
      [...entriesIn((await world.ask(path)).text)].find(([uid]) => uid.startsWith("access."));
    await expire(20);
    const [uid, before] = (await ownEnd()) ?? [];
    await expire(30);
    world.time = new Date(world.time.getTime() + 60_000);
    const [later, after] = (await ownEnd()) ?? [];
    expect(later).toBe(uid);
    expect(after?.["DTSTART;VALUE=DATE"]).not.toBe(before?.["DTSTART;VALUE=DATE"]);
    expect(Number(after?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE));
  });

  test("is shown once, kept as a hash, replaced by a new one, and revoked", async () => {
    const world = await openWorld();
    const first = await addressOf(world);
    const orgId = await world.orgId("acme");
    const rows = () =>
      inOrg(world.services.store.read, orgId).selectFrom("calendarAddresses").selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain(first.slice(-43));
    await world.ask(first);
    const { text } = await world.ask(PAGE, { as: RILEY });
    expect(text).toContain("A calendar app last read it on");
    expect(text).not.toContain("calendar.ics");
    const second = await addressOf(world);
    expect([(await world.ask(first)).status, (await world.ask(second)).status]).toEqual([404, 200]);
    const other = await addressOf(world, NOOR);
    const revoked = await world.ask(`${PAGE}/revoke`, { as: RILEY, form: {} });
    expect(revoked.status).toBe(303);
    expect([(await world.ask(second)).status, (await world.ask(other)).status]).toEqual([404, 200]);
    const audit = await inOrg(world.services.store.read, orgId)
      .selectFrom("audit")
      .select(["action", "actorName"])
      .where("action", "in", ["key.added", "key.revoked"])
      .execute();
    expect(audit.map(({ action }) => action).sort()).toEqual([
      "key.added",
      "key.added",
      "key.added",
      "key.revoked",
      "key.revoked",
    ]);
    world.time = new Date(world.time.getTime() + 31 * DAY);
    const { store } = world.services;
    expect(await store.write((trx) => purgeCalendarAddresses(trx, world.time))).toBe(2);
  });

  test("ends with the member’s place in the account, and where keys are turned off", async () => {
    const world = await openWorld();
    const path = await addressOf(world);
    const { store } = world.services;
    const orgId = await world.orgId("acme");
    const choose = (memberKeysEnabled: boolean) =>
      store.write((trx) =>
        updateCustomization({ trx, orgId, now: world.time }, { memberKeysEnabled }),
      );
    await choose(false);
    expect((await world.ask(path)).status).toBe(404);
    expect((await world.ask(PAGE, { as: RILEY })).status).toBe(404);
    await choose(true);
    expect((await world.ask(path)).status).toBe(200);
    const { id, accountId } = await inOrg(store.read, orgId)
      .selectFrom("members")
      .select(["id", "accountId"])
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    await store.write((trx) =>
      removeMember({ trx, orgId, by: SYSTEM, now: world.time }, accountId, id),
    );
    expect((await world.ask(path)).status).toBe(404);
    const left = await inOrg(store.read, orgId)
      .selectFrom("calendarAddresses")
      .select("revokedAt")
      .where("memberId", "=", id)
      .execute();
    expect(left.map(({ revokedAt }) => revokedAt)).not.toContain(null);
  });

  test("opens at no other organization, and no other text opens one", async () => {
    const world = await openWorld();
    const path = await addressOf(world);
    for (const wrong of [
      path.replace("/acme/", "/globex/"),
      path.slice(0, -1),
      `/acme/calendar.ics?token=${"x".repeat(43)}`,
      "/acme/calendar.ics",
    ])
      expect([wrong, (await world.ask(wrong)).status]).toEqual([wrong, 404]);
    const own = await world.ask(path.replace("/acme", ""), { host: "trust.acme.example" });
    expect(own.status).toBe(200);
    const strange = await world.ask(PAGE);
    expect([strange.status, strange.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/acme\?loginRequest=true/),
    ]);
  });
});

test("the page of dates is in the sitemap", async () => {
  const world = await openWorld();
  expect((await world.ask("/acme/sitemap.xml")).text).toContain("/dates</loc>");
});
