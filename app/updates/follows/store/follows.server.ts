import { newId, isoNow } from "#db/ids.ts";
import type { FollowsTable } from "#db/schema.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { EmailAddress } from "#model/subscribers/email.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { accountsOfPerson, findMember } from "#auth/accounts/store/members.server.ts";
import {
  findSubscriber,
  findSubscriberByEmail,
  insertSubscriber,
} from "../../subscribers/store/subscribers.server.ts";
import { isBlocked } from "../../subscribers/store/subscription-blocks.server.ts";
import { earlierColumn, pacesOf, type ChosenPace } from "../rules/paces.ts";
import type { FollowTarget, Pace } from "../forms/follows.ts";

/** Who follows: a member of an account, or a subscriber whose address is confirmed. */
export type Follower = { memberId: string } | { subscriberId: string };

/** What somebody follows, and how soon they hear of it. */
export interface Follow extends FollowTarget {
  pace: Pace;
  /** The paces of the last days, the present one last. */
  paces: readonly ChosenPace[];
}

/** What somebody follows; what they want no mail about is among it. */
export async function followsOf(db: Reader, orgId: string, who: Follower): Promise<Follow[]> {
  const rows = await own(db, orgId, who).orderBy("createdAt").orderBy("id").execute();
  return rows.map(followOf);
}

function own(db: Reader, orgId: string, who: Follower) {
  const rows = inOrg(db, orgId).selectFrom("follows").selectAll();
  return "memberId" in who
    ? rows.where("memberId", "=", who.memberId)
    : rows.where("subscriberId", "=", who.subscriberId);
}

function followOf({ kind, productId, thingId, pace, ...row }: FollowsTable): Follow {
  return { kind, productId, thingId, pace, paces: pacesOf({ pace, ...row }) };
}

/**
 * Has somebody follow a thing at a pace from now on, in place of what they chose before. Who chooses
 * what they have goes on with it.
 */
export async function follow(
  { trx, orgId, now }: Omit<Write, "by">,
  who: Follower,
  { kind, productId, thingId }: FollowTarget,
  pace: Pace,
): Promise<void> {
  const isOf = (one: Follow) =>
    one.kind === kind && one.productId === productId && one.thingId === thingId;
  const known = (await followsOf(trx, orgId, who)).find(isOf);
  if (known?.pace === pace) return;
  let before = inOrg(trx, orgId)
    .deleteFrom("follows")
    .where("kind", "=", kind)
    .where("thingId", "=", thingId)
    .where("productId", productId === null ? "is" : "=", productId);
  before =
    "memberId" in who
      ? before.where("memberId", "=", who.memberId)
      : before.where("subscriberId", "=", who.subscriberId);
  await before.execute();
  await trx
    .insertInto("follows")
    .values({
      orgId,
      id: newId(),
      memberId: "memberId" in who ? who.memberId : null,
      subscriberId: "subscriberId" in who ? who.subscriberId : null,
      kind,
      productId,
      thingId,
      pace,
      earlierJson: earlierColumn(known?.paces ?? [], now),
      createdAt: isoNow(now),
    })
    .execute();
}

/**
 * Ends all that a person follows by whatever account or subscription of that address, and what they
 * would be mailed without having asked: a new version of what they took. Nobody who is gone is
 * anybody's matter.
 */
export async function unfollowAll(write: Omit<Write, "by">, who: Follower): Promise<void> {
  const { trx, orgId } = write;
  const email =
    "memberId" in who
      ? (await findMember(trx, orgId, who.memberId))?.email
      : (await findSubscriber(trx, orgId, who.subscriberId))?.email;
  if (email === undefined) return;
  const members = await accountsOfPerson(trx, orgId, email);
  const subscriber = await findSubscriberByEmail(trx, orgId, email);
  const everyone: Follower[] = [
    ...members.map(({ id }) => ({ memberId: id })),
    ...(subscriber === null ? [] : [{ subscriberId: subscriber.id }]),
  ];
  for (const one of everyone) {
    const rows = inOrg(trx, orgId).deleteFrom("follows");
    await (
      "memberId" in one
        ? rows.where("memberId", "=", one.memberId)
        : rows.where("subscriberId", "=", one.subscriberId)
    ).execute();
    await follow(write, one, { kind: "portal", productId: null, thingId: "" }, "never");
  }
}

/**
 * The subscriber of an address that was just confirmed for following. One who gets no updates goes on
 * getting none: following is another choice.
 * @returns null for an address that is blocked
 */
export async function confirmedFollower(
  write: Omit<Write, "by">,
  address: EmailAddress,
): Promise<{ subscriberId: string } | null> {
  const { trx, orgId, now } = write;
  if (await isBlocked(trx, orgId, address)) return null;
  const known = await inOrg(trx, orgId)
    .selectFrom("subscribers")
    .select(["id", "state"])
    .where("emailKey", "=", address.key)
    .executeTakeFirst();
  if (known === undefined) {
    const row = await insertSubscriber(write, {
      address,
      source: "follow",
      state: "confirmed",
      confirmedAt: isoNow(now),
      allUpdates: 0,
    });
    return { subscriberId: row.id };
  }
  if (known.state === "blocked") return null;
  if (known.state !== "confirmed") {
    await inOrg(trx, orgId)
      .updateTable("subscribers")
      .set({
        state: "confirmed",
        email: address.email,
        confirmedAt: isoNow(now),
        unsubscribedAt: null,
        allUpdates: 0,
      })
      .where("id", "=", known.id)
      .execute();
    await inOrg(trx, orgId)
      .deleteFrom("subscriberCategories")
      .where("subscriberId", "=", known.id)
      .execute();
  }
  return { subscriberId: known.id };
}

/** Everybody of an org who follows something: members who are still there, confirmed subscribers. */
export async function followersOf(db: Reader, orgId: string): Promise<Following[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("follows as f")
    .leftJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "f.orgId").onRef("m.id", "=", "f.memberId"),
    )
    .leftJoin("subscribers as s", (join) =>
      join.onRef("s.orgId", "=", "f.orgId").onRef("s.id", "=", "f.subscriberId"),
    )
    .selectAll("f")
    .select(["m.email as memberEmail", "m.removedAt", "s.email as subscriberEmail", "s.state"])
    .orderBy("f.createdAt")
    .orderBy("f.id")
    .execute();
  const found = new Map<string, Following>();
  for (const { memberEmail, removedAt, subscriberEmail, state, ...row } of rows) {
    const email =
      row.memberId !== null
        ? removedAt === null
          ? memberEmail
          : null
        : state === "confirmed"
          ? subscriberEmail
          : null;
    if (email === null) continue;
    const key = row.memberId ?? row.subscriberId ?? "";
    const following = found.get(key) ?? {
      who:
        row.memberId !== null
          ? { memberId: row.memberId }
          : { subscriberId: row.subscriberId ?? "" },
      email,
      follows: [],
    };
    found.set(key, following);
    following.follows.push(followOf(row));
  }
  return [...found.values()];
}

/** Somebody who follows, with the address that is mailed. */
export interface Following {
  who: Follower;
  email: string;
  follows: Follow[];
}

/** Members who viewed or downloaded a file of an item, by the items' uids. */
export async function takersOf(
  db: Reader,
  orgId: string,
  productId: string,
  uids: readonly string[],
): Promise<{ memberId: string; email: string; itemUid: string }[]> {
  if (uids.length === 0) return [];
  const rows = await inOrg(db, orgId)
    .selectFrom("events as e")
    .innerJoin("members as m", (join) =>
      join.onRef("m.orgId", "=", "e.orgId").onRef("m.id", "=", "e.memberId"),
    )
    .select(["m.id as memberId", "m.email", "e.itemUid"])
    .distinct()
    .where("e.name", "=", "file engaged")
    .where("e.access", "=", "download")
    .where("e.productId", "=", productId)
    .where("e.itemUid", "in", uids)
    .where("m.removedAt", "is", null)
    .orderBy("m.id")
    .execute();
  return rows.map(({ itemUid, ...row }) => ({ ...row, itemUid: itemUid ?? "" }));
}
