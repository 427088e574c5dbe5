import { Refused } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { listPresets } from "../store/access-presets.server.ts";
import { undoReviews } from "../store/access-undo.server.ts";
import {
  bulkApproveSchema,
  bulkAssignSchema,
  bulkDeclineSchema,
  bulkPresetSchema,
  DECLINE_REASONS,
  NOBODY,
  pastEnd,
  UNDO_SECONDS,
} from "../forms/review-forms.ts";
import { assign } from "../request-work.server.ts";
import { inboxQuery, inboxSearch } from "../forms/inbox-query.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { buttonAction } from "#web/forms/button.ts";
import { answering, parseForm, type Accepted, type FormAnswer } from "#web/forms/form.ts";
import { actorOf } from "#auth/current-staff.ts";
import { accountOfMany, approve, decline, endOf, grantOf, type Deciding } from "./decisions.ts";

/** Decisions about many, made in a list. */
export interface DecidingMany extends Deciding {
  /** Its query names the list. */
  address: URLSearchParams;
}

/** Lets everybody in who is selected, all or none. */
export async function approveMany(
  deciding: DecidingMany,
  form: FormData,
): Promise<Response | FormAnswer> {
  const { context, org } = deciding;
  const submitted = parseForm(context, form, bulkApproveSchema);
  if (!submitted.ok) return submitted.answer;
  const { value } = submitted;
  const now = context.get(servicesContext).now();
  const past = pastEnd(value, org.timeZone, now);
  if (past !== null) return submitted.refuse({ fields: { expiresOn: [past] } });
  const grant = grantOf(value, org.timeZone, now);
  return attempt(deciding, submitted, "Approved", value.requestIds.length, () =>
    approve(deciding, value.requestIds, async (db, asked) => ({
      ...grant,
      replaceHeld: asked.kind === "extension",
      account: await accountOfMany(db, org.id, asked),
      message: value.message ?? null,
    })),
  );
}

/**
 * Lets everybody in who is selected as a preset says, each for the products that they asked for;
 * all or none.
 */
export async function approveManyWith(
  deciding: DecidingMany,
  form: FormData,
): Promise<Response | FormAnswer> {
  const { context, org } = deciding;
  const submitted = parseForm(context, form, bulkPresetSchema);
  if (!submitted.ok) return submitted.answer;
  const { requestIds, preset: presetId } = submitted.value;
  const { store, now } = context.get(servicesContext);
  const preset = (await listPresets(store.read, org.id)).find(({ id }) => id === presetId);
  if (preset === undefined)
    return submitted.refuse({ form: ["This preset is not there any more. Choose another."] });
  const { expiresInDays, profileId, ndaRequired } = preset;
  const products = await listProducts(store.read, org.id);
  const usual = products.find(({ isDefault }) => isDefault)?.id;
  const expiresAt = endOf(
    expiresInDays === null
      ? { expires: "none" }
      : { expires: "days", expiresIn: String(expiresInDays) },
    org.timeZone,
    now(),
  );
  return attempt(deciding, submitted, "Approved", requestIds.length, () =>
    approve(deciding, requestIds, async (db, asked) => ({
      profileId,
      productIds: asked.productIds ?? [asked.productId ?? usual].filter((id) => id !== undefined),
      expiresAt,
      ndaRequired,
      replaceHeld: asked.kind === "extension",
      account: await accountOfMany(db, org.id, asked),
      message: null,
    })),
  );
}

/** Turns everybody away who is selected, all or none. */
export async function declineMany(
  deciding: DecidingMany,
  form: FormData,
): Promise<Response | FormAnswer> {
  const submitted = parseForm(deciding.context, form, bulkDeclineSchema);
  if (!submitted.ok) return submitted.answer;
  const { requestIds, message, reason } = submitted.value;
  const template = DECLINE_REASONS.find(({ id }) => id === reason)?.words;
  return attempt(deciding, submitted, "Declined", requestIds.length, () =>
    decline(deciding, requestIds, {
      message: message || template || null,
      thirdParty: false,
      block: false,
    }),
  );
}

/** Takes every decision of a batch back, all or none. @param batch the moment of the decision */
export function undoMany(deciding: DecidingMany, batch: string): Promise<Response> {
  const { context, org, session } = deciding;
  const { store, now } = context.get(servicesContext);
  const here = listOf(deciding);
  return buttonAction(context, here, async () => {
    const count = await store.write((trx) =>
      undoReviews({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, batch),
    );
    return redirectWithFlash(
      context,
      here,
      `Undone: ${count === 1 ? "1 request waits" : `${count} requests wait`} again, and no email was sent.`,
    );
  });
}

/** Says who looks at everything that is selected, all or none. */
export async function assignMany(
  deciding: DecidingMany,
  form: FormData,
): Promise<Response | FormAnswer> {
  const { context, org, session } = deciding;
  const submitted = parseForm(context, form, bulkAssignSchema);
  if (!submitted.ok) return submitted.answer;
  const { requestIds, assignee } = submitted.value;
  const services = context.get(servicesContext);
  const working = { services, org, me: session.staff, by: actorOf(context, session) };
  const count = requestIds.length === 1 ? "1 request" : `${requestIds.length} requests`;
  return answering(
    submitted,
    async () => {
      const name = await services.store.write((trx) =>
        assign(trx, working, requestIds, assignee === NOBODY ? null : assignee),
      );
      return redirectWithFlash(
        context,
        listOf(deciding),
        name === null
          ? `${count} assigned to nobody.`
          : `${count} assigned to ${assignee === session.staff.id ? "you" : name}.`,
      );
    },
    REFUSED_WHOLE,
  );
}

/** The list that something was done in. */
export function listOf({ address }: Pick<DecidingMany, "address">): string {
  return `/requests${inboxSearch(inboxQuery(address))}`;
}

function attempt<T>(
  deciding: DecidingMany,
  submitted: Accepted<T>,
  done: string,
  count: number,
  work: () => Promise<{ at: string }>,
): Promise<Response | FormAnswer> {
  return answering(
    submitted,
    async () => {
      const { at } = await work();
      const query = inboxQuery(deciding.address);
      return redirectWithFlash(deciding.context, listOf(deciding), {
        text: `${done} ${count === 1 ? "1 request" : `${count} requests`}. The email leaves in ${UNDO_SECONDS} seconds; until then you can undo this.`,
        tone: "success",
        action: { label: "Undo", to: `/requests${inboxSearch(query, { undo: at })}` },
      });
    },
    REFUSED_WHOLE,
  );
}

/** What is said when one of many can't be changed: then none was. */
const REFUSED_WHOLE = {
  gone: "Nothing was changed. Your selection no longer exists.",
  answers: (error: unknown, { refuse }: Pick<Accepted<unknown>, "refuse">) =>
    error instanceof Refused
      ? refuse({ form: [`Nothing was changed. ${error.message}`] }, { status: error.status })
      : undefined,
};
