import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createOrgCommand,
  CommandRefused,
  firstSetupLink,
  staffReset,
} from "#staff/auth/sign-in/commands.ts";
import { hashPassword, verifyPassword } from "#staff/auth/sign-in/password.ts";
import type { Services } from "#platform/context.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { findOrgBySlug } from "#tenancy/orgs/store/orgs.server.ts";
import { createOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { addPasskey, listPasskeys } from "#auth/store/passkeys.server.ts";
import { createStaffSession, findStaffSession } from "#auth/store/sessions.server.ts";
import { createSetupLink, isSetupLink, spendSetupLink } from "#auth/store/setup-links.server.ts";
import { findStaff, findStaffByEmail, setPassword, staffOrgs } from "#auth/store/staff.server.ts";
import { beginTotp, confirmTotp } from "#auth/store/staff-totp.server.ts";
import { Store } from "#db/store.ts";
import { sqliteImage, peopled } from "../server/migrated.ts";
import { testInFive } from "../in-turn.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

let image: Buffer;
let store: Store;
let people: Awaited<ReturnType<typeof peopled>>;

beforeAll(async () => {
  image = await sqliteImage();
});

beforeEach(async () => {
  store = Store.clone(image);
  people = await peopled(store, NOW);
  return () => store.close();
});

async function audited(orgId: string): Promise<string[]> {
  return (await listAudit(store.read, orgId, { page: 1 })).rows.map((row) => row.action);
}

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
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => store.write((trx) => spendSetupLink(trx, token, NOW))),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await isSetupLink(store.read, token, NOW)).toBe(false);
  });

  test("ends after a day, and when a newer one is made", async () => {
    const [first, second] = [await link(), await link()];
    expect(await isSetupLink(store.read, first, NOW)).toBe(false);
    expect(await isSetupLink(store.read, second, new Date(NOW.getTime() + 24 * 3_600_000))).toBe(
      false,
    );
    expect(await isSetupLink(store.read, "", NOW)).toBe(false);
  });

  test("opens and makes nothing once there is an org, and is gone after org:create", async () => {
    const token = await link();
    await store.write((trx) =>
      createOrg({ trx, by: SYSTEM, now: NOW }, { slug: "acme", name: "Acme" }),
    );
    expect(await isSetupLink(store.read, token, NOW)).toBe(false);
    expect(await store.write((trx) => spendSetupLink(trx, token, NOW))).toBe(false);
    expect(await store.read.selectFrom("setupLinks").select("usedAt").execute()).toEqual([
      { usedAt: null },
    ]);
    await createOrgCommand(
      { store, config: { origin: "https://trust.example" } as Services["config"], now: () => NOW },
      { slug: "initech", name: "Initech", ownerEmail: "a@initech.example" },
    );
    expect(await store.read.selectFrom("setupLinks").select("usedAt").execute()).toEqual([]);
  });
});

describe("the command line", () => {
  const installation = (of = store) => ({
    store: of,
    config: { origin: "https://trust.example" } as Services["config"],
    now: () => NOW,
  });
  const printedPassword = (text: string) => /shown only now: (\S+)/.exec(text)?.[1] ?? "";

  testInFive(
    "lets someone back in: new password, no second factor, signed out everywhere",
    async () => {
      const old = await hashPassword("the forgotten one");
      const token = await store.write(async (trx) => {
        const write = { trx, by: SYSTEM, now: NOW };
        await setPassword(write, people.robin, old);
        await beginTotp(trx, people.robin, "sealed");
        await confirmTotp(write, people.robin, {
          sealedSecret: "sealed",
          step: 1,
          codeHashes: ["one"],
          keepSession: null,
        });
        await addPasskey(write, people.robin, {
          credentialId: "of-a-lost-phone",
          publicKey: "key",
          counter: 0,
          name: "Phone",
          transports: [],
        });
        return createStaffSession(trx, { staffId: people.robin, orgId: people.acme, now: NOW });
      });
      const text = await staffReset(installation(), " Robin@Staff.example ");
      const staff = await findStaffByEmail(store.read, "robin@staff.example");
      expect(staff).toMatchObject({ totpSecret: null, totpConfirmedAt: null });
      expect(await verifyPassword(printedPassword(text), staff?.passwordHash ?? null)).toBe(true);
      expect(await verifyPassword("the forgotten one", staff?.passwordHash ?? null)).toBe(false);
      expect(await findStaffSession(store.read, token, NOW)).toBeNull();
      expect(await listPasskeys(store.read, people.robin)).toEqual([]);
      expect(await audited(people.globex)).toContain("staff.reset");
      expect(store.image().includes(printedPassword(text))).toBe(false);
    },
  );

  test.each([undefined, "", "robin", "stranger@staff.example"])(
    "resets nobody for %j, and says so",
    async (email) => {
      await expect(staffReset(installation(), email)).rejects.toThrow(CommandRefused);
      expect(await audited(people.acme)).not.toContain("staff.reset");
    },
  );

  testInFive("creates an org with a product and an owner who can sign in", async () => {
    const text = await createOrgCommand(installation(), {
      slug: "initech",
      name: "Initech",
      ownerEmail: "bill.l@initech.example",
    });
    const owner = await findStaffByEmail(store.read, "bill.l@initech.example");
    expect(owner?.name).toBe("Bill L");
    expect(await verifyPassword(printedPassword(text), owner?.passwordHash ?? null)).toBe(true);
    const [role] = await staffOrgs(store.read, owner?.id ?? "");
    expect(role).toMatchObject({ slug: "initech", name: "Initech", role: "owner" });
    const products = await store.read
      .selectFrom("products")
      .select(["name", "isDefault"])
      .where("orgId", "=", role?.orgId ?? "")
      .execute();
    expect(products).toEqual([{ name: "Initech", isDefault: 1 }]);
    expect(await audited(role?.orgId ?? "")).toEqual(
      expect.arrayContaining(["org.created", "role.granted"]),
    );
  });

  test("publishes the org's portal where it is asked to, and says which it did", async () => {
    const values = { name: "Initech", ownerEmail: "bill.l@initech.example" };
    expect(await createOrgCommand(installation(), { slug: "initech", ...values })).toContain(
      "not published yet: https://trust.example/initech",
    );
    expect((await findOrgBySlug(store.read, "initech"))?.published).toBe(false);
    expect(
      await createOrgCommand(installation(), { slug: "initrode", ...values, publish: true }),
    ).toContain("is published: https://trust.example/initrode");
    expect((await findOrgBySlug(store.read, "initrode"))?.published).toBe(true);
  });

  test("makes a person who is staff already the owner, with the password that they have", async () => {
    const text = await createOrgCommand(installation(), {
      slug: "initech",
      name: "Initech",
      ownerEmail: "pat@staff.example",
    });
    expect(printedPassword(text)).toBe("");
    expect((await findStaff(store.read, people.pat))?.passwordHash).toBe("scrypt$none");
    expect(
      (await staffOrgs(store.read, people.pat)).map(({ slug, role }) => `${slug} ${role}`),
    ).toEqual(["acme editor", "initech owner"]);
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
    expect(await store.read.selectFrom("orgs").select("slug").orderBy("slug").execute()).toEqual([
      { slug: "acme" },
      { slug: "globex" },
    ]);
    expect(await store.read.selectFrom("staff").select("id").execute()).toHaveLength(4);
  });

  test("prints a setup link while there is no org, and none after", async () => {
    const empty = Store.clone(image);
    const link = await firstSetupLink(installation(empty));
    expect(link).toMatch(/^https:\/\/trust\.example\/setup\?token=[\w-]{43}$/);
    expect(
      await isSetupLink(empty.read, new URL(link ?? "").searchParams.get("token") ?? "", NOW),
    ).toBe(true);
    await empty.close();
    expect(await firstSetupLink(installation())).toBeNull();
  });
});
