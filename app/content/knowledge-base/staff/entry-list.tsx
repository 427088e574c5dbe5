import type { Route } from "./+types/entry-list";
import { requireStaff } from "#auth/current-staff.ts";
import { UnansweredQuestions } from "#content/search/staff/unanswered.tsx";
import { unansweredQuestions } from "#content/search/store/questions.server.ts";
import {
  FAQ_SORTS,
  FAQ_USUAL_SORT,
  faqQuery,
  faqSearchParams,
  faqStarSchema,
  type FaqQuery,
} from "#model/knowledge-base/forms/faq-forms.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formatDate } from "#values/dates.ts";
import { readSort } from "#values/list-sort.ts";
import { pageAsked } from "#values/page-query.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { allMessages } from "#web/forms/fields.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { changeButton, pressed, refusedOr, type StaffDesk } from "#web/forms/page-buttons.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { ListPage } from "#web/lists/page.tsx";
import { entryEdit } from "#web/staff/editing/entry-edit.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { faqSubject } from "../store/entry-history.server.ts";
import { favouriteFaqEntry } from "../store/faq.server.ts";
import { reviewSchema } from "../forms/review-form.ts";
import { gapsOf } from "../store/coverage.server.ts";
import { faqPage, listReviewed } from "../store/faq-page.server.ts";
import { entryOwners, markReviewed, setReviews } from "../store/reviews.server.ts";
import { FAQ_COLUMNS } from "./entry-columns.tsx";
import { faqFilters } from "./entry-filters.tsx";
import { ownerOptions } from "./review-data.ts";
import { ReviewAll } from "./review-panel.tsx";

export const handle: RouteHandle = { button: ["review"] };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("FAQ", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, session, permissions } = await requireStaff(context, "kb:edit");
  const me = session.staff.id;
  const { store, now } = context.get(servicesContext);
  const filter = faqQuery(url.searchParams);
  const sort = readSort(url.searchParams, FAQ_SORTS, FAQ_USUAL_SORT);
  const page = pageAsked(url.searchParams.get("page"));
  const questions = await unansweredQuestions(store.read, org.id, now());
  return {
    filter,
    sort,
    failed: formFailed(context),
    unanswered: questions.map(({ term, times, lastAt }) => ({
      term,
      times,
      last: { iso: lastAt, text: formatDate(lastAt, org.timeZone) },
    })),
    // What customers ask is told to those who answer them.
    gaps: permissions.has("accounts:review")
      ? (await gapsOf(store.read, org.id, now())).map(({ question, times, lastAt }) => ({
          term: question,
          times,
          last: { iso: lastAt, text: formatDate(lastAt, org.timeZone) },
        }))
      : [],
    owners: ownerOptions(await entryOwners(store.read, org.id), me),
    ...(await faqPage(store.read, org, { filter, me, sort, page }, now())),
  };
}

/** The star of a row; or the reviews of all entries that the address leaves. */
export async function action({ request, context, url, pattern }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "kb:edit");
  if (pattern.endsWith("/review")) {
    const filter = faqQuery(url.searchParams);
    const page = `/knowledge-base${url.search}`;
    const desk = { context, org, session, page, filter };
    return refusedOr(await pressed({ request, context, pattern }, LIST_CHANGES, desk));
  }
  return formAction(
    { request, context },
    faqStarSchema,
    async (submitted) => {
      const { store, now } = context.get(servicesContext);
      const { intent, id } = submitted.value;
      const favourite = intent === "favourite";
      const edit = entryEdit(context, { org, session }, faqSubject, id);
      await store.write((trx) =>
        recordChange(trx, edit, () => favouriteFaqEntry(trx, org.id, id, favourite, now())),
      );
      return redirectWithFlash(
        context,
        `/knowledge-base${url.search}`,
        favourite ? "Added to favorites. Favorites come first." : "Removed from favorites.",
      );
    },
    { gone: "This entry no longer exists.", goneStatus: 404 },
  );
}

const LIST_CHANGES = {
  review: changeButton({
    schema: reviewSchema,
    async run(write, { change, reviewed }, { org, session, filter }: StaffDesk & Filtered) {
      const asked = { filter, me: session.staff.id };
      const ids = (await listReviewed(write.trx, org, asked, write.now)).map(({ id }) => id);
      const changed = await setReviews(write, ids, change);
      return Math.max(changed, reviewed ? await markReviewed(write, ids) : 0);
    },
    done: (count) => `Changed ${count} ${count === 1 ? "entry" : "entries"}.`,
  }),
};

interface Filtered {
  filter: FaqQuery;
}

export default function KnowledgeBase({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, sort, products, counts, rows } = loaderData;
  const query = faqSearchParams(filter);
  const all = `${counts.all} ${counts.all === 1 ? "entry" : "entries"}`;
  return (
    <ListPage
      path="/knowledge-base"
      title="FAQ"
      lead="Answers to common questions, shown on the portal under Knowledge Base (FAQs). Favorites appear first."
      actions={[
        { words: "Add entry", to: "/knowledge-base/new" },
        { words: "Similar entries", to: "/knowledge-base/alike" },
        { words: "Import", to: "/knowledge-base/import" },
        { words: "Export CSV", file: "/knowledge-base/export.csv", by: "link" },
      ]}
      empty={{
        icon: "question",
        title: "No entries to show",
        subtitle:
          "Add the questions you answer again and again, or import them from a spreadsheet.",
        actions: <ButtonLink to="/knowledge-base/new">Add entry</ButtonLink>,
      }}
      errors={allMessages(actionData)}
      query={query}
      search={{ label: "Search by question, answer or comment", value: filter.search }}
      {...faqFilters(filter, products)}
      sorting={{ sort, usual: FAQ_USUAL_SORT }}
      columns={FAQ_COLUMNS}
      label="Questions and answers"
      rows={rows}
      said={query.size > 0 ? `${counts.count} of ${all}` : all}
      counts={counts}
      pagerLabel="Pages of entries"
    >
      <ReviewAll
        owners={loaderData.owners}
        count={counts.count}
        result={actionData !== undefined && "button" in actionData ? actionData.result : null}
      />
      <UnansweredQuestions questions={loaderData.unanswered} />
      <UnansweredQuestions questions={loaderData.gaps} inQuestionnaires />
    </ListPage>
  );
}
