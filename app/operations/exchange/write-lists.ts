import { CONTENT_SOURCE } from "#model/knowledge-base.ts";
import { FAQ_FIELDS } from "#content/knowledge-base/forms/faq-fields.ts";
import { addFaqEntries } from "#content/knowledge-base/store/faq.server.ts";
import { publishNdaVersion, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { createProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { createTopics, type TopicUpdateValues } from "#updates/updates/store/topics.server.ts";
import { CONTROL_FIELDS } from "#content/controls/forms/controls.ts";
import { addControls } from "#content/controls/store/controls.server.ts";
import { picked } from "#values/picked.ts";
import type { ContentIds } from "./content-ids.ts";
import { entryOf } from "./exchange/entry-values.ts";
import { momentDay, momentTime } from "./moments.ts";
import type { Content } from "./read-folder.ts";
import type { StagedFile } from "./stage-files.ts";

/** What everything of one import is written with. */
export interface Writing extends Write {
  timeZone: string;
  staged: ReadonlyMap<string, StagedFile>;
  idOf: ContentIds;
}

export async function writeFaq(
  { trx, orgId, now, idOf }: Writing,
  { faq }: Content,
): Promise<void> {
  const values = faq.map((entry) => ({
    ...entryOf(FAQ_FIELDS, entry, (uid) => idOf("product", uid)),
    id: idOf("faq", entry.uid),
    sourceType: entry.source ?? CONTENT_SOURCE,
    ...picked(entry, ["sourceSubtype", "sourceName"]),
    createdAt: momentTime(entry.createdAt, now),
    modifiedAt: momentTime(entry.modifiedAt ?? entry.createdAt, now),
  }));
  if (values.length > 0) await addFaqEntries(trx, orgId, values);
}

export async function writeControls(
  { trx, orgId, now, idOf }: Writing,
  { controls }: Content,
): Promise<void> {
  const values = controls.map((control) => ({
    ...entryOf(CONTROL_FIELDS, control, (uid) => idOf("product", uid)),
    id: idOf("control", control.uid),
    createdAt: momentTime(control.createdAt, now),
    modifiedAt: momentTime(control.modifiedAt ?? control.createdAt, now),
  }));
  if (values.length > 0) await addControls(trx, orgId, values);
}

export async function writeTopics(
  { trx, orgId, now, by, timeZone, idOf }: Writing,
  { topics }: Content,
): Promise<void> {
  const values = topics.map(({ uid, products, updates, effectiveOn, ...rest }) => {
    const published = updates.map((update): TopicUpdateValues => ({
      id: idOf("topic-update", update.uid),
      message: update.message,
      audience: update.audience,
      channelStatusPage: update.portal,
      channelEmail: update.email,
      publishAt: momentTime(update.at, now),
    }));
    // '133d ago' three times: the file's order stays the order of time.
    published.forEach((update, i) => {
      const before = published[i - 1];
      if (before !== undefined && updates[i]?.at === updates[i - 1]?.at)
        update.publishAt = new Date(before.publishAt.getTime() + 1);
    });
    const times = published.map((update) => update.publishAt.getTime());
    return {
      ...rest,
      id: idOf("topic", uid),
      effectiveOn: effectiveOn === undefined ? null : momentDay(effectiveOn, now, timeZone),
      productIds: products.map((product) => idOf("product", product)),
      createdAt: new Date(Math.min(...times)),
      updates: published,
    };
  });
  if (values.length > 0) await createTopics(trx, orgId, values, by.actorName);
}

export async function writeProfiles(writing: Writing, { profiles }: Content): Promise<void> {
  const { idOf } = writing;
  for (const { uid, name, allItems, items } of profiles) {
    const chosen = Object.entries(items).flatMap(([product, uids]) =>
      uids.map((itemUid) => ({ productId: idOf("product", product), itemUid })),
    );
    await createProfile(writing, { id: idOf("profile", uid), name, allItems, items: chosen });
  }
}

export async function writeNda(writing: Writing, { nda }: Content): Promise<void> {
  const { trx, orgId, now, idOf } = writing;
  for (const { uid, title, body, publishedAt } of nda.versions) {
    await publishNdaVersion(
      { ...writing, now: momentTime(publishedAt, now) },
      { id: idOf("nda-version", uid), title, body },
    );
  }
  if (nda.provider !== "none")
    await setNdaProvider(trx, orgId, { provider: nda.provider, accountWide: nda.accountWide });
}
