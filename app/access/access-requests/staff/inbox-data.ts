import type { RouterContextProvider } from "react-router";
import { requireStaff } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import { countryName } from "#values/countries.ts";
import { formatShortDate } from "#values/dates.ts";
import { formatMoment, lasting } from "#values/moments.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { formFailed } from "#web/forms/form.ts";
import { inboxQuery, promisedSince } from "../forms/inbox-query.ts";
import { saveViewSchema } from "../forms/inbox-views.ts";
import { bulkApproveSchema } from "../forms/review-forms.ts";
import { inboxChoices, inboxCounts, inboxPage } from "../store/access-inbox.server.ts";
import { listPresets } from "../store/access-presets.server.ts";
import { decidedSince } from "../store/access-status.server.ts";
import { listViews } from "../store/inbox-views.server.ts";
import { knownAccounts } from "../store/known-of-request.server.ts";
import { reviewersOf } from "../store/request-work.server.ts";
import { grantChoices } from "./grant-choices.ts";
import { capitalized } from "#values/names.ts";

const WEEK_MS = 7 * 86_400_000;

interface InboxArgs {
  context: Readonly<RouterContextProvider>;
  url: URL;
}

/** A page of the requests as the address narrows them, and what can be done about them. */
export async function loadInbox({ context, url }: InboxArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const query = inboxQuery(url.searchParams);
  const at = now();
  const me = session.staff.id;
  const view = { now: at, lateBefore: promisedSince(org.customization.answerHours, at), me };
  const inbox = await inboxPage(store.read, org.id, query, view);
  const accounts = await knownAccounts(store.read, org.id, inbox.rows);
  const choices = await grantChoices(store.read, org, at);
  const reviewers = await reviewersOf(store.read, org.id);
  const told = await inboxChoices(store.read, org.id);
  return {
    query,
    ...inbox,
    rows: inbox.rows.map((row) => ({
      ...row,
      account: accounts.get(row.id) ?? null,
      ago: `${lasting(row.createdAt, at)} ago`,
      about: [
        row.relationship === null ? null : capitalized(row.relationship),
        row.country === null ? null : countryName(row.country),
      ]
        .filter((part) => part !== null)
        .join(" · "),
      when: formatMoment(row.createdAt, org.timeZone),
      asked: row.askedAt === null ? null : `${lasting(row.askedAt, at)} ago`,
      decided: row.decidedAt === null ? null : formatMoment(row.decidedAt, org.timeZone),
    })),
    counts: await inboxCounts(store.read, org.id, query, view),
    // An empty list tells of it.
    week:
      inbox.rows.length === 0
        ? await decidedSince(store.read, org.id, new Date(at.getTime() - WEEK_MS))
        : null,
    choices,
    filters: {
      relationships: told.relationships,
      countries: told.countries
        .map((code) => ({ value: code, label: countryName(code) }))
        .sort((a, b) => a.label.localeCompare(b.label, "en")),
      products: choices.products,
      week: query.week === "" ? null : `Week from ${formatShortDate(query.week, org.timeZone)}`,
      // Oneself first: that is who is chosen most.
      reviewers: [
        ...reviewers.filter(({ id }) => id === me),
        ...reviewers.filter(({ id }) => id !== me),
      ].map(({ id, name }) => ({ id, name: id === me ? `${name} (you)` : name })),
    },
    views: (await listViews(store.read, org.id, me)).map(({ id, name, search }) => ({
      id,
      name,
      to: `/requests${search}`,
    })),
    viewConstraint: formConstraint(saveViewSchema),
    presets: await listPresets(store.read, org.id),
    selectAll: url.searchParams.get("select") === "all",
    failed: formFailed(context),
    constraint: formConstraint(bulkApproveSchema),
  };
}
