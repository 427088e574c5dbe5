import type * as z from "zod";
import { Refused } from "#db/refusals.ts";
import { removeView, saveView } from "../store/inbox-views.server.ts";
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
  type ListButton,
} from "../forms/review-forms.ts";
import { assign } from "../request-work.server.ts";
import { inboxQuery, inboxSearch } from "../forms/inbox-query.ts";
import { removeViewSchema, saveViewSchema } from "../forms/inbox-views.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import type { Accepted, FormAnswer } from "#web/forms/form.ts";
import {
  changeButton,
  pageButton,
  type PageButton,
  type StaffDesk,
} from "#web/forms/page-buttons.ts";
import { heldWords } from "./held-words.ts";
import { accountOfMany, approve, decline, endOf, grantOf, workingOf } from "./decisions.ts";

/** What each button of the list is given. */
export interface DecidingMany extends StaffDesk {
  /** Its query names the list. */
  address: URLSearchParams;
}

/** What is said when one of many can't be changed: then none was. */
const REFUSED_WHOLE = {
  gone: "Nothing was changed. Your selection no longer exists.",
  answers: (error: unknown, { refuse }: Pick<Accepted<unknown>, "refuse">) =>
    error instanceof Refused
      ? refuse({ form: [`Nothing was changed. ${error.message}`] }, { status: error.status })
      : undefined,
};

/** What each button of the list of requests does. */
export const LIST_CHANGES: Readonly<
  Record<ListButton, PageButton<DecidingMany, Response | FormAnswer>>
> = {
  approve: pageButton(bulkApproveSchema, approveMany, REFUSED_WHOLE),
  "approve-with": pageButton(bulkPresetSchema, approveManyWith, REFUSED_WHOLE),
  decline: pageButton(bulkDeclineSchema, declineMany, REFUSED_WHOLE),
  assign: changeButton({
    schema: bulkAssignSchema,
    run: ({ trx }, { requestIds, assignee }, at) =>
      assign(trx, workingOf(at), requestIds, assignee === NOBODY ? null : assignee),
    done: (name, { requestIds, assignee }, { session }) =>
      name === null
        ? `${requests(requestIds.length)} unassigned.`
        : `${requests(requestIds.length)} assigned to ${assignee === session.staff.id ? "you" : name}.`,
    ...REFUSED_WHOLE,
  }),
  // The address says the moment of the decisions that are taken back, all or none.
  undo: changeButton({
    run: (write, _, { address }) => undoReviews(write, address.get("undo") ?? ""),
    done: (count) =>
      count === 1
        ? "Decision undone. No email was sent."
        : "Decisions undone. No emails were sent.",
    isAlone: true,
  }),
  "save-view": changeButton({
    schema: saveViewSchema,
    run: (write, { name }, { session, address }) =>
      saveView(write, session.staff.id, { name, query: inboxQuery(address) }),
    done: (_, { name }) => `The view “${name}” was saved.`,
  }),
  "remove-view": changeButton({
    schema: removeViewSchema,
    run: ({ trx, orgId }, { viewId }, { session }) =>
      removeView(trx, orgId, session.staff.id, viewId),
    done: (name) => `The view “${name}” was deleted.`,
    isAlone: true,
  }),
};

const requests = (count: number) => (count === 1 ? "1 request" : `${count} requests`);

/** Lets everybody in who is selected, all or none. */
async function approveMany(
  deciding: DecidingMany,
  submitted: Accepted<z.output<typeof bulkApproveSchema>>,
): Promise<Response | FormAnswer> {
  const { context, org } = deciding;
  const { value } = submitted;
  const { store, now } = context.get(servicesContext);
  const past = pastEnd(value, org.timeZone, now());
  if (past !== null) return submitted.refuse({ fields: { expiresOn: [past] } });
  const grant = grantOf(value, org.timeZone, now());
  const { at } = await store.write((trx) =>
    approve(trx, workingOf(deciding), value.requestIds, async (db, asked) => ({
      ...grant,
      replaceHeld: asked.kind === "extension",
      account: await accountOfMany(db, org.id, asked),
      message: value.message ?? null,
    })),
  );
  return decided(deciding, `Approved ${requests(value.requestIds.length)}.`, at);
}

/**
 * Lets everybody in who is selected as a preset says, each for the products that they asked for;
 * all or none.
 */
async function approveManyWith(
  deciding: DecidingMany,
  submitted: Accepted<z.output<typeof bulkPresetSchema>>,
): Promise<Response | FormAnswer> {
  const { context, org } = deciding;
  const { requestIds, preset: presetId } = submitted.value;
  const { store, now } = context.get(servicesContext);
  const preset = (await listPresets(store.read, org.id)).find(({ id }) => id === presetId);
  if (preset === undefined)
    return submitted.refuse({ form: ["This preset no longer exists. Choose another."] });
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
  const { at } = await store.write((trx) =>
    approve(trx, workingOf(deciding), requestIds, async (db, asked) => ({
      profileId,
      productIds: asked.productIds ?? [asked.productId ?? usual].filter((id) => id !== undefined),
      expiresAt,
      ndaRequired,
      replaceHeld: asked.kind === "extension",
      account: await accountOfMany(db, org.id, asked),
      message: null,
    })),
  );
  return decided(deciding, `Approved ${requests(requestIds.length)}.`, at);
}

/** Turns everybody away who is selected, all or none. */
async function declineMany(
  deciding: DecidingMany,
  { value: { requestIds, message, reason } }: Accepted<z.output<typeof bulkDeclineSchema>>,
): Promise<Response> {
  const template = DECLINE_REASONS.find(({ id }) => id === reason)?.words;
  const { store } = deciding.context.get(servicesContext);
  const { at } = await store.write((trx) =>
    decline(trx, workingOf(deciding), requestIds, {
      message: message || template || null,
      thirdParty: false,
      block: false,
    }),
  );
  return decided(deciding, `Declined ${requests(requestIds.length)}.`, at);
}

/** @param at the moment of the decisions, by which an undo finds them */
function decided({ context, page, address }: DecidingMany, done: string, at: string): Response {
  const undo = inboxSearch(inboxQuery(address), { undo: at });
  return redirectWithFlash(context, page, {
    text: `${done} ${heldWords(context.get(servicesContext).config)}`,
    tone: "success",
    action: { label: "Undo", to: `/requests/undo${undo}` },
  });
}
