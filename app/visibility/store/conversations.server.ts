import type { ConversationMessage, Thread } from "#model/comments.ts";
import { momentOf } from "#values/moments.ts";
import { readsAsAccount, type Viewer } from "#model/visibility/viewer.ts";
import { findAccount } from "#auth/accounts/store/accounts.server.ts";
import { listComments, type Comment } from "../comments/store/comments.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Reader } from "#db/store.ts";
import { loadOutlinesOf, type LoadedItem } from "./items.server.ts";
import { Clock, type PageScope } from "./scope.server.ts";

type Member = Extract<Viewer, { mode: "accountExternal" }>;

/**
 * The member who may talk about items of the scope's product, if the viewer is one: signed in, with
 * a grant there, where the org has comments. Everyone else sees what the public sees, and no
 * thread.
 */
export function conversant({ viewer, settings, productId }: PageScope): Member | null {
  return settings.commentsEnabled &&
    viewer.mode === "accountExternal" &&
    readsAsAccount(viewer, productId)
    ? viewer
    : null;
}

/**
 * The account's thread about each of these items, by uid, empty ones too; none for viewers who have
 * no threads.
 */
export async function loadConversations(
  scope: PageScope,
  itemUids: readonly string[],
): Promise<ReadonlyMap<string, ConversationMessage[]>> {
  const member = conversant(scope);
  if (member === null) return new Map();
  const found = new Map<string, ConversationMessage[]>(itemUids.map((uid) => [uid, []]));
  for (const comment of await listComments(scope.db, scope.org.id, {
    productId: scope.productId,
    itemUids,
    accountId: member.account.id,
  })) {
    found.get(comment.itemUid)?.push(messageOf(comment, scope.now, scope.org.timeZone));
  }
  return found;
}

/** A message as pages show it. */
export function messageOf(
  { id, content, createdAt, member, staffName }: Comment,
  now: Date,
  timeZone: string,
): ConversationMessage {
  return {
    id,
    author: member?.name ?? staffName ?? "",
    side: member === null ? "staff" : "member",
    content,
    at: momentOf(createdAt, now, timeZone),
  };
}

/** The item that a viewer may talk about; null for one that is locked, hidden, or not there. */
export async function itemToTalkAbout(
  scope: PageScope,
  itemUid: string,
): Promise<LoadedItem | null> {
  const [item] = await loadOutlinesOf(scope, [itemUid]);
  return item === undefined || item.access.text !== "open" || item.state === "NotEnabled"
    ? null
    : item;
}

/**
 * The item of a thread as the account's members see it now; null when they have no such thread any
 * more.
 */
export async function itemOfThread(
  db: Reader,
  org: Org,
  thread: Thread,
  now: Date,
): Promise<LoadedItem | null> {
  const account = await findAccount(db, org.id, thread.accountId);
  if (account === null) return null;
  const { grants, expired } = await grantsInForce(db, org.id, account.id, now);
  const viewer: Viewer = {
    mode: "accountExternal",
    account: { ...account, expired },
    member: { id: "", email: "", firstName: "", lastName: "", isAutoApprovedAccountMember: false },
    grants: account.reviewStatus === "approved" ? grants : [],
  };
  const scope: PageScope = {
    db,
    org,
    settings: org.customization,
    productId: thread.productId,
    viewer,
    now,
    clock: new Clock(now, org.timeZone),
  };
  return conversant(scope) === null ? null : itemToTalkAbout(scope, thread.itemUid);
}
