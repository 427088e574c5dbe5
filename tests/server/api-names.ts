import { addKey } from "#auth/access-keys/store/access-keys.server.ts";
import { addMemberKey } from "#auth/access-keys/store/member-keys.server.ts";
import type { NewKey } from "#auth/access-keys/store/key-rows.server.ts";
import { KEY_SCOPES, MEMBER_SCOPES, type KeyKind } from "#model/access-keys.ts";
import { staffActor } from "#tenancy/audit/store/audit.server.ts";
import type { World } from "./world.ts";

/** Whom and what the document's examples name. */

export const PEOPLE: Readonly<Record<string, string>> = {
  member: "riley@customer.example",
  editor: "editor@acme.example",
  owner: "owner@acme.example",
};

/** What the names in braces stand for in a world. */
export async function namesOf(world: World): Promise<Record<string, string>> {
  const { read } = world.services.store;
  const orgId = await world.orgId("acme");
  const member = await read
    .selectFrom("members")
    .select(["accountId"])
    .where("orgId", "=", orgId)
    .where("email", "=", "riley@customer.example")
    .executeTakeFirstOrThrow();
  const productId = await world.productId("acme");
  const document = await read
    .selectFrom("documents as d")
    .innerJoin("itemDocuments as l", "l.documentId", "d.id")
    .innerJoin("items as i", (join) =>
      join.onRef("i.productId", "=", "l.productId").onRef("i.uid", "=", "l.itemUid"),
    )
    .select(["d.id", "l.itemUid"])
    .where("i.productId", "=", productId)
    .where("i.publicAccess", "=", 1)
    .where("i.hiddenAt", "is", null)
    .where("d.accessType", "=", "view-and-download")
    .orderBy("l.itemUid")
    .executeTakeFirstOrThrow();
  const entry = await read
    .selectFrom("faqEntries")
    .select("id")
    .where("orgId", "=", orgId)
    .where("access", "=", "public")
    .executeTakeFirstOrThrow();
  const partner = await read
    .selectFrom("partners")
    .select("id")
    .where("orgId", "=", orgId)
    .orderBy("name")
    .executeTakeFirstOrThrow();
  const profile = await read
    .selectFrom("permissionProfiles")
    .select("id")
    .where("orgId", "=", orgId)
    .orderBy("name")
    .executeTakeFirstOrThrow();
  const request = await read
    .selectFrom("accessRequests")
    .select("id")
    .where("orgId", "=", orgId)
    .where("status", "=", "pending")
    .where("kind", "=", "access")
    .where("askedAt", "is", null)
    .orderBy("email")
    .executeTakeFirstOrThrow();
  return {
    org: orgId,
    profile: profile.id,
    request: request.id,
    product: productId,
    account: member.accountId,
    document: document.id,
    item: document.itemUid,
    entry: entry.id,
    partner: partner.id,
    staffKey: await staffKeyIn(world, { email: PEOPLE["owner"] ?? "" }),
    memberKey: await memberKeyIn(world),
  };
}

/** A key of somebody on acme's team, with every scope unless it is told otherwise. */
export async function staffKeyIn(
  world: World,
  { email, ...made }: { email: string } & Partial<NewKey> & { kind?: KeyKind },
): Promise<string> {
  const orgId = await world.orgId("acme");
  const { kind = "own", ...rest } = made;
  const person = await world.services.store.read
    .selectFrom("staff")
    .select(["id", "name"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return world.services.store.write((trx) =>
    addKey(
      { trx, orgId, by: staffActor(person), now: world.time },
      { kind, staffId: person.id },
      {
        name: "Report upload",
        scopes: KEY_SCOPES.map(({ scope }) => scope),
        products: [],
        ends: "90",
        networks: [],
        ...rest,
      },
    ),
  );
}

/** A key of a member of acme, with every scope unless it is told otherwise. */
export async function memberKeyIn(
  world: World,
  { email = PEOPLE["member"] ?? "", ...made }: { email?: string } & Partial<NewKey> = {},
): Promise<string> {
  const orgId = await world.orgId("acme");
  const { id } = await world.services.store.read
    .selectFrom("members")
    .select("id")
    .where("orgId", "=", orgId)
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return world.services.store.write((trx) =>
    addMemberKey(
      { trx, orgId, by: { actor: `member:${id}`, actorName: email, ip: null }, now: world.time },
      { memberId: id, memberIds: [id] },
      {
        name: "Vendor review",
        scopes: MEMBER_SCOPES.map(({ scope }) => scope),
        products: [],
        ends: "90",
        networks: [],
        ...made,
      },
    ),
  );
}

/** A text with the names in braces filled in; `{answer.x}` is what the call before answered as x. */
export function filled(
  template: string,
  names: Readonly<Record<string, string>>,
  last: unknown,
): string {
  return template.replaceAll(/\{([a-z][\w.]*)\}/g, (whole, name: string) => {
    if (!name.startsWith("answer.")) return names[name] ?? whole;
    const value = name
      .split(".")
      .slice(1)
      .reduce<unknown>((from, key) => (from as Record<string, unknown> | null)?.[key], last);
    return typeof value === "string" ? value : whole;
  });
}
