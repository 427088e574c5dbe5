import { claimDueJob, type Job } from "#platform/jobs/store/due-jobs.server.ts";
import { brandOf, portalLink } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import type { ClockJob, JobParts, Turn } from "#platform/mail/scheduled-job.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { memberViewer } from "#auth/viewer.ts";
import { productsSeen } from "#model/portal-paths.ts";
import { PUBLIC_VIEWER, type Viewer } from "#model/visibility/viewer.ts";
import { findOrg, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { dayIn } from "#values/dates.ts";
import { lastMonday } from "#values/schedule.ts";
import {
  changesFor,
  itemsWithNewFiles,
  type TellableChange,
} from "#visibility/changes/store/changes.server.ts";
import { isAnythingTold, stillTold } from "#visibility/changes/store/taken-back.server.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { addressOfChange, toldChanges } from "#web/portal/changes/told.ts";
import type { Pace } from "../forms/follows.ts";
import { paceAt } from "../rules/paces.ts";
import {
  followersOf,
  followsOf,
  takersOf,
  type Follow,
  type Follower,
  type Following,
} from "../store/follows.server.ts";
import { followedChanges, type FollowedChangesFacts } from "./followed-changes.tsx";
import { stopToken } from "./follow-links.ts";

const MINUTES = 10;
const HOUR = 8;

/** A change as a mail says it; whether it came by a day alone. */
type Said = FollowedChangesFacts["changes"][number] & { isOfDay: boolean };

/** What changed about a product in the time of a turn, as one viewer is told of it. */
interface Seen {
  productId: string;
  changes: readonly TellableChange[];
  urlOf: ReadonlyMap<string, Said>;
}

/** Somebody who is mailed: by which right, about what. */
interface Recipient {
  who: Follower;
  email: string;
  changes: Map<string, Said>;
  /** All of it is about what they downloaded, and did not ask to hear of. */
  isTaken: boolean;
}

/**
 * Every ten minutes: what changed since, to who follows it at once, and new versions to members who
 * downloaded the last one. What one save changed, or several within the time, is one mail a person.
 */
export const followMailsJob: ClockJob = {
  job: "follow-mails",
  due: (now) => new Date(Math.floor(now.getTime() / (MINUTES * 60_000)) * MINUTES * 60_000),
  isIdle: tellsNothing,
  work: (parts, turn) => mailFollowers(parts, turn, "follow-mails", "each"),
};

/** Mondays at eight o'clock in the org's time zone: the week's changes, to who follows weekly. */
export const followWeeklyJob: ClockJob = {
  job: "follow-weekly",
  due: (now, timeZone) => lastMonday(now, HOUR, timeZone),
  isIdle: tellsNothing,
  work: (parts, turn) => mailFollowers(parts, turn, "follow-weekly", "weekly"),
};

/** The first turn of all tells nothing of the time before it, and a portal that is not there nobody. */
async function tellsNothing(parts: JobParts, turn: Turn): Promise<boolean> {
  const org = await findOrg(parts.store.read, turn.orgId);
  return org !== null && (!org.published || !(await mayTell(parts, org, turn)));
}

async function mailFollowers(
  parts: JobParts,
  turn: Turn,
  job: Job,
  pace: Exclude<Pace, "never">,
): Promise<void> {
  const { config, store, key, now } = parts;
  const org = await findOrg(store.read, turn.orgId);
  // The first turn of all tells nothing of the time before it.
  const recipients =
    org === null || !org.published || turn.since === null || !(await mayTell(parts, org, turn))
      ? []
      : await recipientsOf(parts, org, { since: turn.since, until: turn.until }, pace);
  const brand =
    org === null || recipients.length === 0 ? null : await brandOf(store.read, org, config);
  await store.write(async (trx) => {
    if (!(await claimDueJob(trx, turn.orgId, job, turn)) || brand === null) return;
    // What was taken back since it was read is told to nobody.
    const still = await stillTold(trx, turn.orgId, { since: turn.since ?? "", until: turn.until });
    for (const { who, email, changes: read, isTaken } of recipients) {
      const changes = [...read.values()].filter(({ id, isOfDay }) => isOfDay || still.has(id));
      if (changes.length === 0) continue;
      const token = stopToken(key, { org: turn.orgId, ...who });
      const stopUrl = portalLink(brand, "/follow/stop", { token });
      const mail = renderMail(brand, followedChanges, {
        changes,
        isTaken,
        stopUrl,
      });
      await queueMail(trx, turn.orgId, {
        to: { email },
        mail: {
          ...mail,
          headers: {
            ...mail.headers,
            Precedence: "list",
            "List-Unsubscribe": `<${portalLink(brand, "/follow/one-click", { token })}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          },
        },
        now: now(),
      });
    }
  });
}

/**
 * A look that costs little: whether anything was told in a turn's time, or a day began, by which
 * certifications expire and changes of subprocessors take effect: that is told to followers alone.
 */
async function mayTell({ store }: JobParts, org: Org, turn: Turn): Promise<boolean> {
  if (turn.since === null) return false;
  const span = { since: turn.since, until: turn.until };
  if (await isAnythingTold(store.read, org.id, span)) return true;
  const day = (moment: Date) => dayIn(moment, org.timeZone);
  return (
    day(new Date(span.since)) !== day(span.until) &&
    (await followersOf(store.read, org.id)).length > 0
  );
}

interface Span {
  since: string;
  until: Date;
}

/** Everybody who is mailed about a span of time, each address once. */
async function recipientsOf(
  parts: JobParts,
  org: Org,
  span: Span,
  pace: Exclude<Pace, "never">,
): Promise<Recipient[]> {
  const { store } = parts;
  const everyone = await followersOf(store.read, org.id);
  const recipients = new Map<string, Recipient>();
  const tell = (one: Pick<Recipient, "who" | "email">, seen: Seen, isTaken: boolean) => {
    // With a tag it may be another mailbox: it is told what its own follower may see.
    const address = one.email.toLowerCase();
    const recipient = recipients.get(address) ?? { ...one, changes: new Map(), isTaken };
    if (seen.changes.length === 0) return;
    recipients.set(address, recipient);
    recipient.isTaken &&= isTaken;
    for (const { id, kind, action, thingId, at } of seen.changes) {
      const said = seen.urlOf.get(id);
      // An entry that is about several products changes once. Where they read it in one of them
      // before, it is nothing new to them in another one.
      const key = kind === "question" || kind === "control" ? `${thingId} ${at}` : id;
      if (said !== undefined && (!recipient.changes.has(key) || action !== "added"))
        recipient.changes.set(key, said);
    }
  };
  const wanting = everyone.filter(({ follows }) => follows.some((one) => one.pace === pace));
  const asPublic = wanting.length === 0 ? [] : await seenBy(parts, org, PUBLIC_VIEWER, span);
  for (const following of wanting) {
    const seen = await seenByFollower(parts, org, following, span, asPublic);
    for (const part of seen)
      tell(
        following,
        narrowed(part, (change) => {
          const chosen = chosenFor(following.follows, part.productId, change);
          return (
            chosen[0]?.pace === pace &&
            heardBefore(change, chosen, { ...span, pace, timeZone: org.timeZone })
          );
        }),
        false,
      );
  }
  if (pace === "each")
    for (const { one, seen } of await newVersions(parts, org, span)) tell(one, seen, true);
  return [...recipients.values()];
}

/**
 * Whether somebody was mailed of what a change takes back, if it does: an earlier turn told of it, and
 * it was their pace when it ended, whatever they chose since. Who chose it after the change, and
 * before the turn, was told, too.
 */
function heardBefore(
  { takesBackAt }: TellableChange,
  covering: readonly Follow[],
  span: Span & { pace: Exclude<Pace, "never">; timeZone: string },
): boolean {
  if (takesBackAt === null) return true;
  const { since, timeZone } = span;
  // What leaves now says what is undone at once.
  const endOf = (pace: Pace) => (span.pace === pace ? since : span.until.toISOString());
  const was = (moment: string) =>
    covering.map(({ paces }) => paceAt(paces, moment)).find((pace) => pace !== undefined);
  const each = turnAfter(takesBackAt);
  if (each <= endOf("each") && was(each) === "each") return true;
  const week = weekAfter(takesBackAt, timeZone);
  return week <= endOf("weekly") && was(week) === "weekly";
}

/** The first moment of the clock at or after another one at which followers are mailed at once. */
function turnAfter(at: string): string {
  const turn = MINUTES * 60_000;
  return new Date(Math.ceil(Date.parse(at) / turn) * turn).toISOString();
}

/** The same of those who are mailed once a week. */
function weekAfter(at: string, timeZone: string): string {
  for (let days = 0; ; days += 1) {
    const moment = new Date(Date.parse(at) + days * 24 * 3_600_000);
    const week = lastMonday(moment, HOUR, timeZone).toISOString();
    // A week with a change of the clock has an hour more.
    if (week >= at || days > 8) return week;
  }
}

/**
 * The choices by which somebody hears of a change, the one that counts first: what they chose for the
 * thing itself goes before what they chose for its product, and that before the whole portal. None
 * where they follow none of it.
 */
function chosenFor(
  follows: readonly Follow[],
  productId: string,
  change: TellableChange,
): readonly Follow[] {
  const ofProduct = follows.filter((one) => one.productId === productId);
  return [
    ofProduct.find(({ kind, thingId }) =>
      kind === "subprocessors"
        ? change.kind === "subprocessor"
        : kind === "item" && change.thingId === thingId && ITEM_KINDS.has(change.kind),
    ),
    ofProduct.find(({ kind }) => kind === "product"),
    follows.find(({ kind }) => kind === "portal"),
  ].filter((one) => one !== undefined);
}

const ITEM_KINDS: ReadonlySet<string> = new Set(["certification", "document", "item"]);

function narrowed(seen: Seen, isWanted: (change: TellableChange) => boolean): Seen {
  return { ...seen, changes: seen.changes.filter(isWanted) };
}

async function seenByFollower(
  parts: JobParts,
  org: Org,
  { who }: Following,
  span: Span,
  asPublic: readonly Seen[],
): Promise<readonly Seen[]> {
  if (!("memberId" in who)) return asPublic;
  const viewer = await memberViewer(parts, org, who.memberId, null);
  if (viewer === null || viewer.mode !== "accountExternal") return [];
  return viewer.grants.length === 0 ? asPublic : seenBy(parts, org, viewer, span);
}

/**
 * What changed in a span of time, product by product, as a viewer is told of it. Updates are left
 * out: they are mailed to who subscribes to them, and nobody gets a second mail about one.
 */
async function seenBy(
  { store, config }: JobParts,
  org: Org,
  viewer: Viewer,
  { since, until }: Span,
): Promise<Seen[]> {
  const products = productsSeen(await listProducts(store.read, org.id), viewer);
  const { portalUrl } = await brandOf(store.read, org, config);
  const day = dayIn(new Date(since), org.timeZone);
  const seen: Seen[] = [];
  for (const product of products) {
    const scope = pageScope(store.read, org, product.id, viewer, until);
    const part = await changesFor(scope, day, { until: until.toISOString(), withWords: false });
    const changes = part.changes.filter(
      ({ at, kind, action }) => at > since && kind !== "update" && action !== "announced",
    );
    const told = toldChanges({ product, products }, changes);
    seen.push({
      productId: product.id,
      changes,
      urlOf: new Map(
        told.map(({ id, what, title, day: on, place, action }) => [
          id,
          {
            id,
            what,
            title,
            day: on,
            url: addressOfChange(portalUrl, "/changes", place),
            isOfDay: OF_DAYS.has(action),
          },
        ]),
      ),
    });
  }
  return seen;
}

/** What comes by a day alone, and has no row of its own. */
const OF_DAYS: ReadonlySet<string> = new Set(["effective", "expired"]);

/** New versions of documents, for members who downloaded one of the item's before. */
async function newVersions(
  parts: JobParts,
  org: Org,
  span: Span,
): Promise<{ one: Pick<Recipient, "who" | "email">; seen: Seen }[]> {
  const { store } = parts;
  const found: { one: Pick<Recipient, "who" | "email">; seen: Seen }[] = [];
  const seenOf = new Map<string, readonly Seen[]>();
  for (const { id: productId } of await listProducts(store.read, org.id)) {
    const uids = await itemsWithNewFiles(store.read, org.id, productId, span);
    for (const { memberId, email, itemUid } of await takersOf(
      store.read,
      org.id,
      productId,
      uids,
    )) {
      const who = { memberId };
      // Who chose anything for it has it their way; who ended these mails gets none.
      const chosen = (await followsOf(store.read, org.id, who)).some(
        (one) =>
          (one.kind === "portal" && one.pace === "never") ||
          (one.kind === "item" && one.productId === productId && one.thingId === itemUid),
      );
      if (chosen) continue;
      const known = seenOf.get(memberId);
      const seen =
        known ?? (await seenByFollower(parts, org, { who, email, follows: [] }, span, []));
      seenOf.set(memberId, seen);
      for (const part of seen.filter((one) => one.productId === productId))
        found.push({
          one: { who, email },
          seen: narrowed(part, (change) => isNewVersion(change) && change.thingId === itemUid),
        });
    }
  }
  return found;
}

function isNewVersion({ kind, action }: TellableChange): boolean {
  return kind === "document" && (action === "replaced" || action === "added");
}
