import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isoNow, newId, sha256 } from "#db/ids.ts";
import { createMemberSession, findMemberSessions } from "#auth/store/member-sessions.server.ts";
import {
  createPendingSession,
  createStaffSession,
  findPendingSession,
  findStaffSession,
  setCurrentOrg,
  touchSession,
} from "#auth/store/sessions.server.ts";
import {
  lastOrgOf,
  listSessions,
  purgeSessions,
  revokeOtherSessions,
  revokeSession,
} from "#auth/store/session-list.server.ts";
import type { Store } from "#db/store.ts";
import { wholeOf } from "./engine-words.ts";
import { migratedImage, openMigrated, peopled } from "./migrated.ts";
import type { WorldImage } from "./world-database.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

let image: WorldImage;
let store: Store;
let people: Awaited<ReturnType<typeof peopled>>;

beforeAll(async () => {
  image = await migratedImage();
});

beforeEach(async () => {
  const database = await openMigrated(image);
  store = database.store;
  people = await peopled(store, NOW);
  return () => database.close();
});

function signIn(
  staffId = people.robin,
  orgId: string | null = people.acme,
  now = NOW,
): Promise<string> {
  return store.write((trx) =>
    createStaffSession(trx, { staffId, orgId, ip: "192.0.2.1", userAgent: "Lynx/2.9", now }),
  );
}

/** What the use of a session is noted by. */
function seen(token: string): Promise<{ tokenHash: string; lastSeenAt: string }> {
  return store.read
    .selectFrom("sessions")
    .select(["tokenHash", "lastSeenAt"])
    .where("tokenHash", "=", sha256(token))
    .executeTakeFirstOrThrow();
}

describe("a staff session", () => {
  test("is found by its token with the person, their roles and the org they look at", async () => {
    const token = await signIn();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await findStaffSession(store.read, token, NOW)).toEqual({
      tokenHash: sha256(token),
      staff: { id: people.robin, email: "robin@staff.example", name: "Robin", totpEnrolled: false },
      orgId: people.acme,
      roles: [
        { orgId: people.acme, slug: "acme", name: "Acme Cloud", role: "owner" },
        { orgId: people.globex, slug: "globex", name: "Globex Health", role: "viewer" },
      ],
      closed: [],
      method: null,
      onlyOrgId: null,
      lastSeenAt: isoNow(NOW),
      ownsInstallation: false,
    });
  });

  test("is stored as a hash: the database holds no token", async () => {
    const token = await signIn();
    expect((await wholeOf(store)).includes(token)).toBe(false);
    expect(await findStaffSession(store.read, sha256(token), NOW)).toBeNull();
  });

  test("has a new id at every sign-in", async () => {
    expect(new Set([await signIn(), await signIn(), await signIn()]).size).toBe(3);
  });

  test("ends after eight hours without use", async () => {
    const token = await signIn();
    expect(await findStaffSession(store.read, token, later(8 * HOUR - 1))).not.toBeNull();
    expect(await findStaffSession(store.read, token, later(8 * HOUR))).toBeNull();
  });

  test("ends after fourteen days, however much it is used", async () => {
    const token = await signIn();
    for (let hours = 7; hours < 14 * 24; hours += 7)
      await touchSession(store, await seen(token), later(hours * HOUR));
    expect(await findStaffSession(store.read, token, later(14 * DAY - 1))).not.toBeNull();
    expect(await findStaffSession(store.read, token, later(14 * DAY))).toBeNull();
  });

  test("ends at once when it is revoked, and only once", async () => {
    const token = await signIn();
    const ended = await Promise.all(
      Array.from({ length: 5 }, () => store.write((trx) => revokeSession(trx, sha256(token), NOW))),
    );
    expect(ended.filter(Boolean)).toHaveLength(1);
    expect(await findStaffSession(store.read, token, NOW)).toBeNull();
  });

  test("loses a right with the next request after it was taken", async () => {
    const token = await signIn();
    await store.write((trx) =>
      trx
        .deleteFrom("staffRoles")
        .where("staffId", "=", people.robin)
        .where("orgId", "=", people.acme)
        .execute(),
    );
    const session = await findStaffSession(store.read, token, NOW);
    expect(session?.roles.map((role) => role.slug)).toEqual(["globex"]);
    expect(session?.orgId).toBe(people.globex);
    await store.write((trx) =>
      trx.deleteFrom("staffRoles").where("staffId", "=", people.robin).execute(),
    );
    expect(await findStaffSession(store.read, token, NOW)).toMatchObject({
      orgId: null,
      roles: [],
    });
  });

  test("never shows an org in which the person has no role", async () => {
    const token = await signIn(people.pat, people.acme);
    await store.write((trx) => setCurrentOrg(trx, sha256(token), people.globex));
    expect((await findStaffSession(store.read, token, NOW))?.orgId).toBe(people.acme);
  });

  test("remembers the org that was shown, for the next sign-in too", async () => {
    const token = await signIn();
    await store.write((trx) => setCurrentOrg(trx, sha256(token), people.globex));
    expect((await findStaffSession(store.read, token, NOW))?.orgId).toBe(people.globex);
    expect(await lastOrgOf(store.read, people.robin)).toBe(people.globex);
    expect(await lastOrgOf(store.read, people.gil)).toBeNull();
  });

  test("writes that it is used at most once a minute", async () => {
    const token = await signIn();
    const lastSeenAt = async () =>
      (await listSessions(store.read, people.robin, NOW))[0]?.lastSeenAt;
    await touchSession(store, await seen(token), later(MINUTE - 1));
    expect(await lastSeenAt()).toBe(isoNow(NOW));
    await touchSession(store, await seen(token), later(MINUTE));
    expect(await lastSeenAt()).toBe(isoNow(later(MINUTE)));
    const before = store.generation();
    await touchSession(store, await seen(token), later(2 * MINUTE - 1));
    expect(store.generation()).toBe(before);
  });
});

describe("a pending session", () => {
  const begin = () =>
    store.write((trx) => createPendingSession(trx, { staffId: people.robin, now: NOW }));

  test("is no staff session, and a staff session is none", async () => {
    const pending = await begin();
    expect(await findStaffSession(store.read, pending, NOW)).toBeNull();
    expect(await findPendingSession(store.read, pending, NOW)).toEqual({
      tokenHash: sha256(pending),
      staffId: people.robin,
    });
    expect(await findPendingSession(store.read, await signIn(), NOW)).toBeNull();
    expect(await listSessions(store.read, people.robin, NOW)).toHaveLength(1);
  });

  test("waits ten minutes for the code", async () => {
    const pending = await begin();
    expect(await findPendingSession(store.read, pending, later(10 * MINUTE - 1))).not.toBeNull();
    expect(await findPendingSession(store.read, pending, later(10 * MINUTE))).toBeNull();
  });
});

describe("a member's session", () => {
  async function member(orgId: string): Promise<string> {
    const [accountId, memberId] = [newId(), newId()];
    await store.write(async (trx) => {
      await trx
        .insertInto("accounts")
        .values({
          orgId,
          id: accountId,
          name: "Customer",
          reviewStatus: "approved",
          createdAt: isoNow(NOW),
        })
        .execute();
      await trx
        .insertInto("members")
        .values({
          orgId,
          id: memberId,
          accountId,
          email: "riley@customer.example",
          firstName: "Riley",
          lastName: "Roe",
          autoApproved: 0,
          createdAt: isoNow(NOW),
        })
        .execute();
    });
    return memberId;
  }
  const signInMember = (orgId: string, memberId: string) =>
    store.write((trx) =>
      createMemberSession(trx, { orgId, memberId, host: "trust.acme.example", now: NOW }),
    );

  test("counts on the host where it began, and nowhere else", async () => {
    const memberId = await member(people.acme);
    const token = await signInMember(people.acme, memberId);
    expect(
      await findMemberSessions(store.read, [sha256(token)], "trust.acme.example", NOW),
    ).toEqual([
      {
        tokenHash: sha256(token),
        orgId: people.acme,
        memberId,
        lastSeenAt: isoNow(NOW),
      },
    ]);
    for (const host of ["localhost:3000", "trust.globex.example", "TRUST.acme.example", ""]) {
      expect(await findMemberSessions(store.read, [sha256(token)], host, NOW), host).toEqual([]);
    }
    expect(await findStaffSession(store.read, token, NOW)).toBeNull();
  });

  test("can't be made for a member of another org", async () => {
    const memberId = await member(people.acme);
    await expect(signInMember(people.globex, memberId)).rejects.toThrow(/foreign key/i);
  });

  test("ends after seven days without use and thirty in all", async () => {
    const token = await signInMember(people.acme, await member(people.acme));
    const find = async (now: Date) =>
      (await findMemberSessions(store.read, [sha256(token)], "trust.acme.example", now))[0] ?? null;
    expect(await find(later(7 * DAY - 1))).not.toBeNull();
    expect(await find(later(7 * DAY))).toBeNull();
    for (let days = 6; days < 30; days += 6)
      await touchSession(store, await seen(token), later(days * DAY));
    expect(await find(later(30 * DAY - 1))).not.toBeNull();
    expect(await find(later(30 * DAY))).toBeNull();
  });

  test("ends when the member is removed", async () => {
    const memberId = await member(people.acme);
    const token = await signInMember(people.acme, memberId);
    await store.write((trx) =>
      trx
        .updateTable("members")
        .set({ removedAt: isoNow(NOW) })
        .where("id", "=", memberId)
        .execute(),
    );
    expect(
      await findMemberSessions(store.read, [sha256(token)], "trust.acme.example", NOW),
    ).toEqual([]);
  });
});

describe("a person's sessions", () => {
  test("end together, but for the one that is kept, and nobody else's", async () => {
    const [kept, other, strangers] = [await signIn(), await signIn(), await signIn(people.pat)];
    const pending = await store.write((trx) =>
      createPendingSession(trx, { staffId: people.robin, now: NOW }),
    );
    expect(
      await store.write((trx) => revokeOtherSessions(trx, people.robin, sha256(kept), NOW)),
    ).toBe(2);
    expect(await findStaffSession(store.read, kept, NOW)).not.toBeNull();
    expect(await findStaffSession(store.read, other, NOW)).toBeNull();
    expect(await findPendingSession(store.read, pending, NOW)).toBeNull();
    expect(await findStaffSession(store.read, strangers, NOW)).not.toBeNull();
    expect(await store.write((trx) => revokeOtherSessions(trx, people.robin, null, NOW))).toBe(1);
  });

  test("are listed while they live, the latest used first", async () => {
    const first = await signIn();
    const second = await signIn(people.robin, people.acme, later(MINUTE));
    const ended = await signIn(people.robin, people.acme, later(2 * MINUTE));
    await store.write((trx) => revokeSession(trx, sha256(ended), later(2 * MINUTE)));
    const listed = await listSessions(store.read, people.robin, later(3 * MINUTE));
    expect(listed.map((session) => session.tokenHash)).toEqual([sha256(second), sha256(first)]);
    expect(listed[1]).toMatchObject({
      ip: "192.0.2.1",
      userAgent: "Lynx/2.9",
      createdAt: isoNow(NOW),
    });
    expect(await listSessions(store.read, people.robin, later(9 * HOUR))).toEqual([]);
  });

  test("leave no rows behind thirty days after their end", async () => {
    const revoked = await signIn();
    await store.write((trx) => revokeSession(trx, sha256(revoked), NOW));
    await signIn(people.pat, people.acme, later(20 * DAY));
    expect(await store.write((trx) => purgeSessions(trx, later(30 * DAY)))).toBe(0);
    expect(await store.write((trx) => purgeSessions(trx, later(30 * DAY + 1)))).toBe(1);
    expect(await store.write((trx) => purgeSessions(trx, later(65 * DAY)))).toBe(1);
  });
});
