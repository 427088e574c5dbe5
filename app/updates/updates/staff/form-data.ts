import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Reader } from "#db/store.ts";
import type { TopicDraft } from "../store/topic-drafts.server.ts";
import type { UpdateFormFields } from "../forms/updates.ts";
import { localTime } from "#values/zoned-time.ts";

/** What the form of an update chooses from. */
export interface FormChoices {
  portalTitle: string;
  timeZone: string;
  products: { id: string; name: string }[];
  profiles: { id: string; name: string }[];
}

export async function formChoices(db: Reader, org: Org): Promise<FormChoices> {
  const [products, profiles] = await Promise.all([
    listProducts(db, org.id),
    listProfiles(db, org.id),
  ]);
  return {
    portalTitle: org.customization.portalTitle,
    timeZone: org.timeZone,
    products: products.map(({ id, name }) => ({ id, name })),
    profiles: profiles.map(({ id, name }) => ({ id, name })),
  };
}

/** The form as it is when nothing is typed yet. */
export function emptyFields(draftId: string): UpdateFormFields {
  return { draft: draftId, audience: "public", statusPage: "on", subscribers: "on" };
}

/** A draft as the form shows it. */
export function fieldsOf(draft: TopicDraft, timeZone: string): UpdateFormFields {
  const on = (value: boolean) => (value ? "on" : undefined);
  const { recipients } = draft;
  return {
    draft: draft.id,
    revision: String(draft.revision),
    subject: draft.subject,
    category: draft.category,
    hidden: on(draft.hidden),
    pinned: on(draft.pinned),
    products: draft.productIds,
    effectiveOn: draft.effectiveOn ?? "",
    objectionDays: draft.objectionDays === null ? "" : String(draft.objectionDays),
    message: draft.message,
    audience: draft.audience,
    statusPage: on(draft.statusPage),
    email: on(recipients !== null),
    subscribers: on(recipients?.subscribers ?? true),
    source: recipients?.audience?.source ?? "",
    profileId: recipients?.audience?.profileId ?? "",
    emails: recipients?.audience?.emails?.join("\n") ?? "",
    publishAt: draft.publishAt === null ? "" : localTime(draft.publishAt, timeZone),
  };
}
