import { itemPath, productsSeen } from "#model/portal-paths.ts";
import type { RouterContextProvider } from "react-router";
import { byKey } from "#model/access-keys.ts";
import { threadPath, type Thread } from "#model/comments.ts";
import { headerText } from "#model/mail/mail.ts";
import type { ViewerMember } from "#model/visibility/viewer.ts";
import { findAccount } from "#auth/accounts/store/accounts.server.ts";
import { staffActor } from "#tenancy/audit/store/audit.server.ts";
import {
  addComment,
  participants,
  type Comment,
} from "#visibility/comments/store/comments.server.ts";
import { notifyStaff } from "#company/notifications/store/notifications.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { itemOfThread } from "#visibility/store/conversations.server.ts";
import type { LoadedItem } from "#visibility/store/items.server.ts";
import { findProduct, listProducts } from "#tenancy/products/store/products.server.ts";
import { NotFound } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { brandOf, portalLink } from "#platform/mail/brand.ts";
import { commentAnswered, commentReceived } from "./mail/comments.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { isWorthAMail } from "#access/access-requests/mail/staff-notices.ts";

/** What was posted, and whether this request did it: the same words sent twice are one message. */
export interface Posted {
  comment: Comment;
  added: boolean;
}

/** Words of others are one short line in mail. */
const LINE = 200;

/**
 * A member writes about an item; staff hear of it. Message, record and mail are one transaction.
 * @param message.item the one that the rule of visibility gave the member
 * @throws TooManyRequests
 */
export async function postComment(
  context: Readonly<RouterContextProvider>,
  org: Org,
  member: ViewerMember,
  {
    thread,
    item,
    content,
    key,
  }: {
    thread: Thread;
    item: Pick<LoadedItem, "title">;
    content: string;
    /** By which key of theirs it came. */
    key?: { name: string } | undefined;
  },
): Promise<Posted> {
  const { store, limits, config, now } = context.get(servicesContext);
  await limits.consume("comment", `${org.id} ${member.id}`);
  const brand = await brandOf(store.read, org, config);
  const name = `${member.firstName} ${member.lastName}`.trim() || member.email;
  const actorName = byKey(name, key);
  const by = { actor: `member:${member.id}`, actorName, ip: context.get(hostContext).ip };
  return store.write(async (trx) => {
    const write = { trx, orgId: org.id, by, now: now() };
    const { sameSideAt, ...posted } = await addComment(
      write,
      thread,
      { memberId: member.id },
      content,
    );
    if (!posted.added || !isWorthAMail(sameSideAt, write.now)) return posted;
    const [account, product] = [
      await findAccount(trx, org.id, thread.accountId),
      await findProduct(trx, org.id, thread.productId),
    ];
    const names = {
      author: headerText(name, LINE),
      account: headerText(account?.name ?? "", LINE),
      item: headerText(item.title, LINE),
      product: headerText(product?.name ?? "", LINE),
    };
    await notifyStaff(
      write,
      "comment",
      renderMail(brand, commentReceived, {
        ...names,
        line: headerText(content, LINE),
        path: threadPath(thread),
      }),
    );
    return posted;
  });
}

/**
 * Staff answer an account's thread; the members who wrote in it hear of it, while they see the
 * item.
 * @throws NotFound when there is no such item or account; TooManyRequests
 */
export async function answerComment(
  context: Readonly<RouterContextProvider>,
  org: Org,
  staff: { id: string; name: string },
  thread: Thread,
  content: string,
): Promise<Posted> {
  const { store, limits, config, now } = context.get(servicesContext);
  await limits.consume("comment", `${org.id} ${staff.id}`);
  const brand = await brandOf(store.read, org, config);
  const by = staffActor(staff, context.get(hostContext).ip);
  return store.write(async (trx) => {
    const write = { trx, orgId: org.id, by, now: now() };
    await mustExist(trx, org.id, thread);
    const { sameSideAt, ...posted } = await addComment(
      write,
      thread,
      { staffId: staff.id, name: staff.name },
      content,
    );
    const item =
      posted.added && isWorthAMail(sameSideAt, write.now)
        ? await itemOfThread(trx, org, thread, write.now)
        : null;
    if (item === null) return posted;
    const link = portalLink(brand, await pathOf(trx, org.id, thread.productId, item.slug), {
      accountId: thread.accountId,
    });
    const mail = renderMail(brand, commentAnswered, {
      item: headerText(item.title, LINE),
      line: headerText(content, LINE),
      link,
    });
    for (const { email, name } of await participants(trx, org.id, thread))
      await queueMail(trx, org.id, { to: { email, name: headerText(name) }, mail, now: write.now });
    return posted;
  });
}

async function mustExist(
  db: Reader,
  orgId: string,
  { accountId, productId, itemUid }: Thread,
): Promise<void> {
  const item = await inOrg(db, orgId)
    .selectFrom("items")
    .select("uid")
    .where("productId", "=", productId)
    .where("uid", "=", itemUid)
    .executeTakeFirst();
  if (item === undefined) throw new NotFound("item");
  if ((await findAccount(db, orgId, accountId)) === null) throw new NotFound("account");
}

async function pathOf(db: Reader, orgId: string, productId: string, slug: string): Promise<string> {
  const products = productsSeen(await listProducts(db, orgId), { mode: "public" });
  const product = products.find(({ id }) => id === productId);
  return product === undefined ? `/item/${slug}` : itemPath(slug, product, products);
}
