import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Role } from "#model/auth/permissions.ts";
import { portalScriptsSchema } from "#model/consent/portal-scripts.ts";
import type { PortalScripts } from "#model/consent.ts";
import { approveAccount, createAccount } from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { addDomain } from "#tenancy/orgs/store/domains.server.ts";
import { grantAccess } from "#auth/accounts/store/grants.server.ts";
import { listUnreadFiles, TEXT_READER } from "#content/documents/store/document-texts.server.ts";
import { READ_TYPES } from "#content/documents/texts/stored-texts.ts";
import { beginSetupGuide } from "#content/setup-guide/store/setup-guide.server.ts";
import { createMemberSession } from "#auth/store/member-sessions.server.ts";
import { publishNdaVersion, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { createOrg, publishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { createProduct } from "#tenancy/products/store/products.server.ts";
import { createPendingSession, createStaffSession } from "#auth/store/sessions.server.ts";
import { createStaff, grantRole } from "#auth/store/staff.server.ts";
import { Store } from "#db/store.ts";

/** The password of all demo staff, and of everybody that `hire` adds (server.mjs). */
export const PASSWORD = "correct horse battery staple";

export interface Colleague {
  email: string;
  name: string;
}

/**
 * The people of the server under test, reached through its database: members, who would sign in by mail,
 * get a session row, and tests that change a person hire one of their own.
 */
export class People {
  readonly #store: Store;
  readonly #host: string;

  private constructor(store: Store, host: string) {
    this.#store = store;
    this.#host = host;
  }

  /** @param origin of the server that tests/browser/server.mjs started */
  static of(origin: string): People {
    const { host, port } = new URL(origin);
    const folder = readFileSync(path.join(tmpdir(), `trust-center-browser-${port}.txt`), "utf8");
    return new People(Store.open(path.join(folder, "trust.db"), null), host);
  }

  /** A new session of a member or of staff, as the cookie that a sign-in would have set. */
  async session(email: string): Promise<{ name: string; value: string }> {
    const { read } = this.#store;
    const staff = await read
      .selectFrom("staff")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirst();
    if (staff !== undefined) {
      return {
        name: "otc_staff",
        value: await this.#store.write((trx) =>
          createStaffSession(trx, { staffId: staff.id, orgId: null, now: new Date() }),
        ),
      };
    }
    const member = await read
      .selectFrom("members")
      .select(["id", "orgId"])
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    const session = { orgId: member.orgId, memberId: member.id, host: this.#host, now: new Date() };
    return {
      name: "otc_member",
      value: await this.#store.write((trx) => createMemberSession(trx, session)),
    };
  }

  /** A new member of riley's account: for tests that sign in by mail, since the newest mail to riley may be another test's. */
  async join(): Promise<string> {
    const email = `mika-${randomBytes(6).toString("hex")}@customer.example`;
    const { orgId, accountId } = await this.#store.read
      .selectFrom("members")
      .select(["orgId", "accountId"])
      .where("email", "=", "riley@customer.example")
      .executeTakeFirstOrThrow();
    await this.#store.write((trx) =>
      addMember({ trx, orgId, by: SYSTEM, now: new Date() }, accountId, {
        email,
        firstName: "Mika",
        lastName: "Aalto",
      }),
    );
    return email;
  }

  /** The cookie of somebody of staff whose password was right and whose code is awaited. */
  async pendingSession(email: string): Promise<{ name: string; value: string }> {
    const staff = await this.#store.read
      .selectFrom("staff")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    return {
      name: "otc_staff",
      value: await this.#store.write((trx) =>
        createPendingSession(trx, { staffId: staff.id, now: new Date() }),
      ),
    };
  }

  /** A new person of staff with these roles, for a test that changes them. */
  async hire(roles: Readonly<Record<string, Role>>): Promise<Colleague> {
    const { read } = this.#store;
    const person = {
      name: "Robin Vale",
      email: `robin-${randomBytes(6).toString("hex")}@staff.example`,
    };
    const { passwordHash } = await read
      .selectFrom("staff")
      .select("passwordHash")
      .where("email", "=", "owner@acme.example")
      .executeTakeFirstOrThrow();
    const orgs = await read
      .selectFrom("orgs")
      .select(["id", "slug"])
      .where("slug", "in", Object.keys(roles))
      .execute();
    await this.#store.write(async (trx) => {
      const id = await createStaff(
        { trx, by: SYSTEM, now: new Date() },
        { ...person, passwordHash },
      );
      for (const { id: orgId, slug } of orgs)
        await grantRole({ trx, orgId, by: SYSTEM, now: new Date() }, id, roles[slug] ?? "viewer");
    });
    return person;
  }

  /** A new org at the beginning of its setup guide, with an owner: for tests that change what belongs to all of an org. */
  async found(name: string): Promise<{ slug: string; owner: string }> {
    const slug = `fresh-${randomBytes(6).toString("hex")}`;
    const owner = `owner@${slug}.example`;
    await this.#store.write(async (trx) => {
      const now = new Date();
      const orgId = await createOrg({ trx, by: SYSTEM, now }, { slug, name });
      const write = { trx, orgId, by: SYSTEM, now: new Date() };
      await createProduct({ trx, orgId, now }, { name, isDefault: true, show: true, position: 0 });
      await beginSetupGuide({ trx, orgId, now });
      const id = await createStaff(write, {
        email: owner,
        name: "Robin Vale",
        passwordHash: "scrypt$none",
      });
      await grantRole(write, id, "owner");
    });
    return { slug, owner };
  }

  /** A new org with an owner, for a test that changes what all of an org's people meet. */
  async foundTeam(): Promise<{ slug: string; name: string; owner: Colleague }> {
    const slug = `org-${randomBytes(6).toString("hex")}`;
    const name = `Org ${slug.slice(4)}`;
    await this.#store.write(async (trx) => {
      const orgId = await createOrg({ trx, by: SYSTEM, now: new Date() }, { slug, name });
      await createProduct(
        { trx, orgId, now: new Date() },
        { name, isDefault: true, show: true, position: 0 },
      );
    });
    return { slug, name, owner: await this.hire({ [slug]: "owner" }) };
  }

  /** A domain of a company's team, as if its record had been found. */
  async proveDomain(slug: string, domain: string, token: string): Promise<void> {
    const orgId = await this.#orgId(slug);
    const at = new Date().toISOString();
    const row = { orgId, domain, token, addedAt: at, addedBy: "Robin Vale", provedAt: at };
    await this.#store.write((trx) =>
      trx
        .insertInto("singleSignOnDomains")
        .values({ ...row, proved: domain })
        .execute(),
    );
  }

  /** A new company whose portal is published at a domain of its own, with services of others in its settings. */
  async publishAtDomain(
    host: string,
    scripts: Partial<PortalScripts>,
  ): Promise<{ slug: string; owner: Colleague }> {
    const { slug, owner } = await this.foundTeam();
    const orgId = await this.#orgId(slug);
    await this.#store.write(async (trx) => {
      const write = { trx, orgId, by: SYSTEM, now: new Date() };
      await publishOrg(write);
      await addDomain(write, { host, verified: true });
      const all = portalScriptsSchema.parse(scripts);
      await updateCustomization(write, { scripts: all });
    });
    return { slug, owner };
  }

  /** A new company with a published portal, for a test that no other's changes may reach. */
  async publish(): Promise<string> {
    const { slug } = await this.foundTeam();
    const orgId = await this.#orgId(slug);
    await this.#store.write((trx) => publishOrg({ trx, orgId, by: SYSTEM, now: new Date() }));
    return slug;
  }

  /** Publishes an org, with an NDA that the one member of its one account has still to sign. */
  async bindByNda(slug: string): Promise<{ email: string; account: string }> {
    const email = `noa@${slug}.example`;
    const account = "Harbour Works";
    const orgId = await this.#orgId(slug);
    const { id: productId } = await this.#store.read
      .selectFrom("products")
      .select("id")
      .where("orgId", "=", orgId)
      .executeTakeFirstOrThrow();
    await this.#store.write(async (trx) => {
      const write = { trx, orgId, by: SYSTEM, now: new Date() };
      await publishOrg(write);
      await publishNdaVersion(write, { title: "Mutual NDA", body: "Keep it to yourself." });
      await setNdaProvider(trx, orgId, { provider: "clickwrap" });
      const profileId = await createProfile(
        { trx, orgId, now: new Date() },
        {
          name: "Everything",
          allItems: true,
          items: [],
        },
      );
      const accountId = await createAccount(write, { name: account });
      await addMember(write, accountId, { email, firstName: "Noa", lastName: "Berg" });
      await approveAccount(write, accountId);
      await grantAccess(write, {
        accountId,
        productId,
        profileId,
        ndaRequired: true,
        expiresAt: null,
      });
    });
    return { email, account };
  }

  /** The text of the last mail of a kind that this address got. */
  async lastMail(email: string, kind: string): Promise<string> {
    const mail = await this.#store.read
      .selectFrom("outbox")
      .select("text")
      .where("toEmail", "=", email)
      .where("kind", "=", kind)
      .orderBy("createdAt", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    return mail.text ?? "";
  }

  async #orgId(slug: string): Promise<string> {
    const { id } = await this.#store.read
      .selectFrom("orgs")
      .select("id")
      .where("slug", "=", slug)
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Waits until the server has read the texts of all files: before, what the search finds still grows. */
  async textsAreRead(): Promise<void> {
    const wanted = { reader: TEXT_READER, contentTypes: [...READ_TYPES], limit: 1 };
    while ((await listUnreadFiles(this.#store.read, wanted)).length > 0) await delay(200);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
