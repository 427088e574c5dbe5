import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { recordAudit, staffActor, SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { isoNow } from "#db/ids.ts";
import { createStaffSession } from "#auth/store/sessions.server.ts";
import {
  createStaff,
  findStaff,
  findStaffByEmail,
  grantRole,
  listStaffOfOrg,
  setPassword,
  staffOrgs,
} from "#auth/store/staff.server.ts";
import {
  beginTotp,
  cancelTotp,
  confirmTotp,
  countRecoveryCodes,
  disableTotp,
  replaceRecoveryCodes,
  useRecoveryCode,
  useTotpStep,
} from "#auth/store/staff-totp.server.ts";
import type { Store } from "#db/store.ts";
import { migratedImage, openMigrated, peopled } from "./migrated.ts";
import type { WorldImage } from "./world-database.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

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

async function audited(orgId: string): Promise<string[]> {
  return (await listAudit(store.read, orgId, { page: 1 })).rows.map((row) => row.action);
}

describe("a person of staff", () => {
  test("is found by the address however it is typed", async () => {
    for (const email of ["robin@staff.example", "ROBIN@STAFF.EXAMPLE", " Robin@Staff.Example "]) {
      expect((await findStaffByEmail(store.read, email))?.id, email).toBe(people.robin);
    }
    expect(await findStaffByEmail(store.read, "robin@staff.example.org")).toBeNull();
    expect(await findStaffByEmail(store.read, "%")).toBeNull();
  });

  test("can't have the address of another", async () => {
    const twin = store.write((trx) =>
      createStaff(
        { trx, by: SYSTEM, now: NOW },
        { email: "ROBIN@staff.example", name: "Twin", passwordHash: "x" },
      ),
    );
    await expect(twin).rejects.toThrow(/unique/i);
  });

  test("has one role an org, and it can change", async () => {
    await store.write((trx) =>
      grantRole({ trx, orgId: people.globex, by: SYSTEM, now: NOW }, people.robin, "reviewer"),
    );
    expect(
      (await staffOrgs(store.read, people.robin)).map(({ slug, role }) => `${slug} ${role}`),
    ).toEqual(["acme owner", "globex reviewer"]);
    expect(await staffOrgs(store.read, people.nobody)).toEqual([]);
  });

  test("is listed in the orgs of their roles alone, with what the team may know", async () => {
    await store.write((trx) =>
      createStaffSession(trx, { staffId: people.robin, orgId: people.acme, now: NOW }),
    );
    const team = await listStaffOfOrg(store.read, people.acme);
    expect(
      team.map(({ name, role, lastSeenAt, hasSecondFactor }) => ({
        name,
        role,
        lastSeenAt,
        hasSecondFactor,
      })),
    ).toEqual([
      { name: "Pat", role: "editor", lastSeenAt: null, hasSecondFactor: false },
      { name: "Robin", role: "owner", lastSeenAt: isoNow(NOW), hasSecondFactor: false },
    ]);
    expect(JSON.stringify(team)).not.toContain("scrypt");
    expect((await listStaffOfOrg(store.read, people.globex)).map((person) => person.name)).toEqual([
      "Gil",
      "Robin",
    ]);
  });

  test("gets a new password, which every org of theirs learns of and no other", async () => {
    await store.write((trx) =>
      setPassword(
        { trx, by: staffActor({ id: people.pat, name: "Pat" }, "192.0.2.7"), now: NOW },
        people.pat,
        "scrypt$new",
      ),
    );
    expect((await findStaff(store.read, people.pat))?.passwordHash).toBe("scrypt$new");
    expect((await findStaff(store.read, people.robin))?.passwordHash).toBe("scrypt$none");
    expect(await audited(people.acme)).toContain("staff.password-changed");
    expect(await audited(people.globex)).not.toContain("staff.password-changed");
  });
});

describe("the second factor", () => {
  const by = () => staffActor({ id: people.robin, name: "Robin" });
  const enrol = (sealedSecret = "sealed", step = 100) =>
    store.write((trx) =>
      confirmTotp({ trx, by: by(), now: NOW }, people.robin, {
        sealedSecret,
        step,
        codeHashes: ["one", "two", "three"],
        keepSession: null,
      }),
    );
  const begin = (secret = "sealed") => store.write((trx) => beginTotp(trx, people.robin, secret));

  test("counts only after a code of its own secret confirmed it", async () => {
    expect(await enrol()).toBe(false);
    await begin("first");
    await begin("sealed");
    expect((await findStaff(store.read, people.robin))?.totpConfirmedAt).toBeNull();
    expect(await enrol("first")).toBe(false);
    expect(await enrol("sealed")).toBe(true);
    expect((await findStaff(store.read, people.robin))?.totpConfirmedAt).toBe(isoNow(NOW));
    expect(
      (await listStaffOfOrg(store.read, people.acme)).find((person) => person.name === "Robin")
        ?.hasSecondFactor,
    ).toBe(true);
    expect(await audited(people.globex)).toContain("staff.totp-enrolled");
  });

  test("is confirmed once, however often the form is sent", async () => {
    await begin();
    const answers = await Promise.all(Array.from({ length: 8 }, () => enrol()));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await countRecoveryCodes(store.read, people.robin)).toBe(3);
  });

  test("can be called off before it counts, and neither begun anew nor called off after", async () => {
    await begin();
    await store.write((trx) => cancelTotp(trx, people.robin));
    expect((await findStaff(store.read, people.robin))?.totpSecret).toBeNull();
    await begin();
    await enrol();
    expect(await begin("other")).toBe(false);
    await store.write((trx) => cancelTotp(trx, people.robin));
    expect((await findStaff(store.read, people.robin))?.totpSecret).toBe("sealed");
  });

  test("takes each code once, and none older than the last", async () => {
    const use = (step: number) => store.write((trx) => useTotpStep(trx, people.robin, step));
    expect(await use(101)).toBe(false);
    await begin();
    expect(await use(101)).toBe(false);
    await enrol("sealed", 100);
    expect(await use(100)).toBe(false);
    const answers = await Promise.all(Array.from({ length: 8 }, () => use(101)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await use(100)).toBe(false);
    expect(await use(102)).toBe(true);
  });

  test("takes each recovery code once, of this person alone", async () => {
    await begin();
    await enrol();
    const use = (staffId: string, hash: string) =>
      store.write((trx) => useRecoveryCode({ trx, by: by(), now: NOW }, staffId, hash));
    expect(await use(people.pat, "one")).toBe(false);
    expect(await use(people.robin, "four")).toBe(false);
    const answers = await Promise.all(Array.from({ length: 8 }, () => use(people.robin, "one")));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await countRecoveryCodes(store.read, people.robin)).toBe(2);
    expect(
      (await audited(people.acme)).filter((action) => action === "staff.recovery-code-used"),
    ).toHaveLength(1);
    await store.write((trx) =>
      replaceRecoveryCodes({ trx, by: by(), now: NOW }, people.robin, ["five"]),
    );
    expect(await use(people.robin, "two")).toBe(false);
    expect(await use(people.robin, "five")).toBe(true);
  });

  test("goes with its recovery codes", async () => {
    await begin();
    await enrol();
    await store.write((trx) => disableTotp({ trx, by: by(), now: NOW }, people.robin));
    expect(await findStaff(store.read, people.robin)).toMatchObject({
      totpSecret: null,
      totpConfirmedAt: null,
    });
    expect(await countRecoveryCodes(store.read, people.robin)).toBe(0);
    await store.write((trx) => disableTotp({ trx, by: by(), now: NOW }, people.robin));
    expect(
      (await audited(people.acme)).filter((action) => action === "staff.totp-disabled"),
    ).toHaveLength(1);
  });
});

describe("the audit", () => {
  test("is one org's, newest first, in pages", async () => {
    await store.write(async (trx) => {
      for (let i = 1; i <= 120; i += 1) {
        await recordAudit(
          { trx, orgId: people.acme, by: SYSTEM, now: new Date(NOW.getTime() + i * 1_000) },
          { action: "test.happened", subject: String(i), detail: { number: i, ok: true } },
        );
      }
    });
    const first = await listAudit(store.read, people.acme, { page: 1 });
    expect(first.rows).toHaveLength(50);
    expect(first.rows[0]).toMatchObject({
      subject: "120",
      detail: "number: 120, ok: true",
      actorName: "Open Trust Center",
    });
    expect((await listAudit(store.read, people.acme, { page: 2 })).rows[0]?.subject).toBe("70");
    expect(first.pages).toBe(3);
    for (const page of [0, -1, Number.NaN, 1e9, Infinity, 1.5]) {
      const { page: shown } = await listAudit(store.read, people.acme, { page });
      expect(shown, String(page)).toBeGreaterThanOrEqual(1);
      expect(shown).toBeLessThanOrEqual(3);
    }
    expect(await audited(people.globex)).not.toContain("test.happened");
  });

  test("goes back with what it tells about when the transaction fails", async () => {
    const failing = store.write(async (trx) => {
      await grantRole({ trx, orgId: people.acme, by: SYSTEM, now: NOW }, people.nobody, "admin");
      throw new Error("the disk caught fire");
    });
    await expect(failing).rejects.toThrow("fire");
    expect(await staffOrgs(store.read, people.nobody)).toEqual([]);
    expect((await audited(people.acme)).filter((action) => action === "role.granted")).toHaveLength(
      2,
    );
  });
});
