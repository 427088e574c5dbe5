import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createOrgCommand, CommandRefused, firstSetupLink, staffReset } from "../../app/account/commands.ts";
import { hashPassword, verifyPassword } from "../../app/account/password.ts";
import { listAudit, recordAudit, staffActor, SYSTEM } from "../../db/audit.ts";
import { isoNow } from "../../db/ids.ts";
import { createOrg, findOrgBySlug } from "../../db/orgs.ts";
import { createStaffSession, findStaffSession } from "../../db/sessions.ts";
import { createSetupLink, isSetupLink, spendSetupLink } from "../../db/setup-links.ts";
import { createStaff, findStaff, findStaffByEmail, grantRole, listStaffOfOrg, setPassword, staffOrgs } from "../../db/staff.ts";
import { beginTotp, cancelTotp, confirmTotp, countRecoveryCodes, disableTotp, replaceRecoveryCodes, useRecoveryCode, useTotpStep } from "../../db/staff-totp.ts";
import { Store } from "../../db/store.ts";
import type { Services } from "../../app/context.ts";
import { migratedImage, peopled } from "./migrated.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

let image: Buffer;
let store: Store;
let people: Awaited<ReturnType<typeof peopled>>;

beforeAll(async () => {
  image = await migratedImage();
});

beforeEach(async () => {
  store = Store.clone(image);
  people = await peopled(store, NOW);
  return () => store.close();
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
    const twin = store.write((trx) => createStaff(trx, { email: "ROBIN@staff.example", name: "Twin", passwordHash: "x" }, SYSTEM, NOW));
    await expect(twin).rejects.toThrow(/UNIQUE/);
  });

  test("has one role an org, and it can change", async () => {
    await store.write((trx) => grantRole(trx, people.globex, people.robin, "reviewer", SYSTEM, NOW));
    expect((await staffOrgs(store.read, people.robin)).map(({ slug, role }) => `${slug} ${role}`)).toEqual(["acme owner", "globex reviewer"]);
    expect(await staffOrgs(store.read, people.nobody)).toEqual([]);
  });

  test("is listed in the orgs of their roles alone, with what the team may know", async () => {
    await store.write((trx) => createStaffSession(trx, { staffId: people.robin, orgId: people.acme, now: NOW }));
    const team = await listStaffOfOrg(store.read, people.acme);
    expect(team.map(({ name, role, lastSeenAt, totpEnrolled }) => ({ name, role, lastSeenAt, totpEnrolled }))).toEqual([
      { name: "Pat", role: "editor", lastSeenAt: null, totpEnrolled: false },
      { name: "Robin", role: "owner", lastSeenAt: isoNow(NOW), totpEnrolled: false },
    ]);
    expect(JSON.stringify(team)).not.toContain("scrypt");
    expect((await listStaffOfOrg(store.read, people.globex)).map((person) => person.name)).toEqual(["Gil", "Robin"]);
  });

  test("gets a new password, which every org of theirs learns of and no other", async () => {
    await store.write((trx) => setPassword(trx, people.pat, "scrypt$new", staffActor({ id: people.pat, name: "Pat" }, "192.0.2.7"), NOW));
    expect((await findStaff(store.read, people.pat))?.passwordHash).toBe("scrypt$new");
    expect((await findStaff(store.read, people.robin))?.passwordHash).toBe("scrypt$none");
    expect(await audited(people.acme)).toContain("staff.password-changed");
    expect(await audited(people.globex)).not.toContain("staff.password-changed");
  });
});

describe("the second factor", () => {
  const by = () => staffActor({ id: people.robin, name: "Robin" });
  const enrol = (sealedSecret = "sealed", step = 100) =>
    store.write((trx) => confirmTotp(trx, people.robin, { sealedSecret, step, codeHashes: ["one", "two", "three"], keepSession: null }, by(), NOW));
  const begin = (secret = "sealed") => store.write((trx) => beginTotp(trx, people.robin, secret));

  test("counts only after a code of its own secret confirmed it", async () => {
    expect(await enrol()).toBe(false);
    await begin("first");
    await begin("sealed");
    expect((await findStaff(store.read, people.robin))?.totpConfirmedAt).toBeNull();
    expect(await enrol("first")).toBe(false);
    expect(await enrol("sealed")).toBe(true);
    expect((await findStaff(store.read, people.robin))?.totpConfirmedAt).toBe(isoNow(NOW));
    expect((await listStaffOfOrg(store.read, people.acme)).find((person) => person.name === "Robin")?.totpEnrolled).toBe(true);
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
    const use = (staffId: string, hash: string) => store.write((trx) => useRecoveryCode(trx, staffId, hash, by(), NOW));
    expect(await use(people.pat, "one")).toBe(false);
    expect(await use(people.robin, "four")).toBe(false);
    const answers = await Promise.all(Array.from({ length: 8 }, () => use(people.robin, "one")));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await countRecoveryCodes(store.read, people.robin)).toBe(2);
    expect((await audited(people.acme)).filter((action) => action === "staff.recovery-code-used")).toHaveLength(1);
    await store.write((trx) => replaceRecoveryCodes(trx, people.robin, ["five"], by(), NOW));
    expect(await use(people.robin, "two")).toBe(false);
    expect(await use(people.robin, "five")).toBe(true);
  });

  test("goes with its recovery codes", async () => {
    await begin();
    await enrol();
    await store.write((trx) => disableTotp(trx, people.robin, by(), NOW));
    expect(await findStaff(store.read, people.robin)).toMatchObject({ totpSecret: null, totpConfirmedAt: null });
    expect(await countRecoveryCodes(store.read, people.robin)).toBe(0);
    await store.write((trx) => disableTotp(trx, people.robin, by(), NOW));
    expect((await audited(people.acme)).filter((action) => action === "staff.totp-disabled")).toHaveLength(1);
  });
});

describe("the audit", () => {
  test("is one org's, newest first, in pages", async () => {
    await store.write(async (trx) => {
      for (let i = 1; i <= 120; i += 1) {
        await recordAudit(trx, { orgId: people.acme, by: SYSTEM, action: "test.happened", subject: String(i), detail: { number: i, ok: true }, now: new Date(NOW.getTime() + i * 1_000) });
      }
    });
    const first = await listAudit(store.read, people.acme, { page: 1 });
    expect(first.rows).toHaveLength(50);
    expect(first.rows[0]).toMatchObject({ subject: "120", detail: "number: 120, ok: true", actorName: "Open Trust Center" });
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
      await grantRole(trx, people.acme, people.nobody, "admin", SYSTEM, NOW);
      throw new Error("the disk caught fire");
    });
    await expect(failing).rejects.toThrow("fire");
    expect(await staffOrgs(store.read, people.nobody)).toEqual([]);
    expect((await audited(people.acme)).filter((action) => action === "role.granted")).toHaveLength(2);
  });
});

describe("a setup link", () => {
  beforeEach(async () => {
    await store.close();
    store = Store.clone(image);
  });
  const link = async () => (await store.write((trx) => createSetupLink(trx, NOW))) ?? "";

  test("works once, however often it is clicked", async () => {
    const token = await link();
    expect(token).toHaveLength(43);
    expect(store.image().includes(token)).toBe(false);
    expect(await isSetupLink(store.read, token, NOW)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 8 }, () => store.write((trx) => spendSetupLink(trx, token, NOW))));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await isSetupLink(store.read, token, NOW)).toBe(false);
  });

  test("ends after a day, and when a newer one is made", async () => {
    const [first, second] = [await link(), await link()];
    expect(await isSetupLink(store.read, first, NOW)).toBe(false);
    expect(await isSetupLink(store.read, second, new Date(NOW.getTime() + 24 * 3_600_000))).toBe(false);
    expect(await isSetupLink(store.read, "", NOW)).toBe(false);
  });

  test("opens and makes nothing once there is an org, and is gone after org:create", async () => {
    const token = await link();
    await store.write((trx) => createOrg(trx, { slug: "acme", name: "Acme" }, "test", NOW));
    expect(await isSetupLink(store.read, token, NOW)).toBe(false);
    expect(await store.write((trx) => spendSetupLink(trx, token, NOW))).toBe(false);
    expect(await store.read.selectFrom("setupLinks").select("usedAt").execute()).toEqual([{ usedAt: null }]);
    await createOrgCommand({ store, config: { origin: "https://trust.example" } as Services["config"], now: () => NOW }, { slug: "initech", name: "Initech", ownerEmail: "a@initech.example" });
    expect(await store.read.selectFrom("setupLinks").select("usedAt").execute()).toEqual([]);
  });
});

describe("the command line", () => {
  const installation = (of = store) => ({ store: of, config: { origin: "https://trust.example" } as Services["config"], now: () => NOW });
  const printedPassword = (text: string) => /shown only now: (\S+)/.exec(text)?.[1] ?? "";

  test("lets someone back in: new password, no second factor, signed out everywhere", async () => {
    const old = await hashPassword("the forgotten one");
    const token = await store.write(async (trx) => {
      await setPassword(trx, people.robin, old, SYSTEM, NOW);
      await beginTotp(trx, people.robin, "sealed");
      await confirmTotp(trx, people.robin, { sealedSecret: "sealed", step: 1, codeHashes: ["one"], keepSession: null }, SYSTEM, NOW);
      return createStaffSession(trx, { staffId: people.robin, orgId: people.acme, now: NOW });
    });
    const text = await staffReset(installation(), " Robin@Staff.example ");
    const staff = await findStaffByEmail(store.read, "robin@staff.example");
    expect(staff).toMatchObject({ totpSecret: null, totpConfirmedAt: null });
    expect(await verifyPassword(printedPassword(text), staff?.passwordHash ?? null)).toBe(true);
    expect(await verifyPassword("the forgotten one", staff?.passwordHash ?? null)).toBe(false);
    expect(await findStaffSession(store.read, token, NOW)).toBeNull();
    expect(await audited(people.globex)).toContain("staff.reset");
    expect(store.image().includes(printedPassword(text))).toBe(false);
  });

  test.each([undefined, "", "robin", "stranger@staff.example"])("resets nobody for %j, and says so", async (email) => {
    await expect(staffReset(installation(), email)).rejects.toThrow(CommandRefused);
    expect(await audited(people.acme)).not.toContain("staff.reset");
  });

  test("creates an org with a product and an owner who can sign in", async () => {
    const text = await createOrgCommand(installation(), { slug: "initech", name: "Initech", ownerEmail: "bill.l@initech.example" });
    const owner = await findStaffByEmail(store.read, "bill.l@initech.example");
    expect(owner?.name).toBe("Bill L");
    expect(await verifyPassword(printedPassword(text), owner?.passwordHash ?? null)).toBe(true);
    const [role] = await staffOrgs(store.read, owner?.id ?? "");
    expect(role).toMatchObject({ slug: "initech", name: "Initech", role: "owner" });
    const products = await store.read.selectFrom("products").select(["name", "isDefault"]).where("orgId", "=", role?.orgId ?? "").execute();
    expect(products).toEqual([{ name: "Initech", isDefault: 1 }]);
    expect(await audited(role?.orgId ?? "")).toEqual(expect.arrayContaining(["org.created", "role.granted"]));
  });

  test("publishes the org's portal where it is asked to, and says which it did", async () => {
    const values = { name: "Initech", ownerEmail: "bill.l@initech.example" };
    expect(await createOrgCommand(installation(), { slug: "initech", ...values })).toContain("not published yet: https://trust.example/initech");
    expect((await findOrgBySlug(store.read, "initech"))?.published).toBe(false);
    expect(await createOrgCommand(installation(), { slug: "initrode", ...values, publish: true })).toContain("is published: https://trust.example/initrode");
    expect((await findOrgBySlug(store.read, "initrode"))?.published).toBe(true);
  });

  test("makes a person who is staff already the owner, with the password that they have", async () => {
    const text = await createOrgCommand(installation(), { slug: "initech", name: "Initech", ownerEmail: "pat@staff.example" });
    expect(printedPassword(text)).toBe("");
    expect((await findStaff(store.read, people.pat))?.passwordHash).toBe("scrypt$none");
    expect((await staffOrgs(store.read, people.pat)).map(({ slug, role }) => `${slug} ${role}`)).toEqual(["acme editor", "initech owner"]);
  });

  test.each([
    [{ slug: "sign-in", name: "Initech", ownerEmail: "a@initech.example" }, /--slug/],
    [{ slug: "Ini tech", name: "Initech", ownerEmail: "a@initech.example" }, /--slug/],
    [{ slug: "acme", name: "Initech", ownerEmail: "a@initech.example" }, /--slug acme is taken/],
    [{ slug: "initech", name: "<b>", ownerEmail: "a@initech.example" }, /--name/],
    [{ slug: "initech", name: "I", ownerEmail: "a@initech.example" }, /--name/],
    [{ slug: "initech", name: "Initech", ownerEmail: "nobody" }, /--owner/],
    [{}, /--slug[^]*--name[^]*--owner/],
  ])("creates nothing of %j, and names what is wrong", async (values, message) => {
    await expect(createOrgCommand(installation(), values)).rejects.toThrow(message);
    expect(await store.read.selectFrom("orgs").select("slug").orderBy("slug").execute()).toEqual([{ slug: "acme" }, { slug: "globex" }]);
    expect(await store.read.selectFrom("staff").select("id").execute()).toHaveLength(4);
  });

  test("prints a setup link while there is no org, and none after", async () => {
    const empty = Store.clone(image);
    const link = await firstSetupLink(installation(empty));
    expect(link).toMatch(/^https:\/\/trust\.example\/setup\?token=[\w-]{43}$/);
    expect(await isSetupLink(empty.read, new URL(link ?? "").searchParams.get("token") ?? "", NOW)).toBe(true);
    await empty.close();
    expect(await firstSetupLink(installation())).toBeNull();
  });
});
