import { allMessages } from "#web/forms/fields.ts";
import type { Route } from "./+types/entry-list";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { favouriteFaqEntry } from "../store/faq.server.ts";
import { FAQ_ROWS_PER_PAGE, countFaq, listFaq, type FaqRow } from "../store/faq-list.server.ts";
import { pageOf } from "#visibility/store/publications.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatDate } from "#values/dates.ts";
import { readSort, sortedBy, sortParams, type ListSort } from "#values/list-sort.ts";
import { momentOf } from "#values/moments.ts";
import {
  FAQ_ACCESS_OPTIONS,
  FAQ_ACCESS_WORDS,
  FAQ_SORTS,
  FAQ_TIMES,
  FAQ_USUAL_SORT,
  type FaqSort,
  type FaqQuery,
  faqQuery,
  faqSearchParams,
  faqStarSchema,
} from "#model/knowledge-base/forms/faq-forms.ts";
import { pageAsked } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { entryEdit } from "#web/staff/editing/entry-edit.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import {
  FilterForm,
  FilterSelect,
  FilterText,
  FoundRows,
  productOptions,
} from "#web/ui/filter-form.tsx";
import { ListHead } from "#web/ui/table-frame.tsx";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { unansweredQuestions } from "#content/search/store/questions.server.ts";
import { UnansweredQuestions } from "#content/search/staff/unanswered.tsx";
import { FaqTable } from "./entry-table.tsx";
import { MAX_TERM } from "#model/search.ts";
import { Choice } from "#web/ui/choice-field.tsx";

const SORT_VALUES: Readonly<Record<FaqSort, (row: FaqRow) => string | number | null>> = {
  favourite: ({ favouriteAt }) => Number(favouriteAt !== null),
  question: ({ question }) => question,
  topic: ({ topic }) => topic,
  access: ({ access }) => FAQ_ACCESS_WORDS[access],
  added: ({ createdAt }) => createdAt,
  modified: ({ modifiedAt }) => modifiedAt,
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("FAQ", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "kb:edit");
  const { store, now } = context.get(servicesContext);
  const filter = faqQuery(url.searchParams);
  const products = (await listProducts(store.read, org.id)).map(({ id, name }) => ({ id, name }));
  const sort = readSort(url.searchParams, FAQ_SORTS, FAQ_USUAL_SORT);
  const { entries, ...counts } = pageOf(
    sortedBy(
      await listFaq(store.read, org.id, filter, now()),
      SORT_VALUES[sort.by],
      sort.descending,
    ),
    pageAsked(url.searchParams.get("page")),
    FAQ_ROWS_PER_PAGE,
  );
  const day = (iso: string) => ({ iso, text: formatDate(iso, org.timeZone) });
  const when = (iso: string) => momentOf(iso, now(), org.timeZone);
  return {
    filter,
    sort,
    products,
    unanswered: (await unansweredQuestions(store.read, org.id, now())).map(
      ({ term, times, lastAt }) => ({ term, times, last: day(lastAt) }),
    ),
    counts: { ...counts, all: await countFaq(store.read, org.id) },
    failed: formFailed(context),
    rows: entries.map(
      ({
        id,
        question,
        comment,
        topic,
        access,
        favouriteAt,
        productIds,
        createdAt,
        modifiedAt,
      }) => ({
        id,
        question,
        topic,
        comment: comment === null ? null : comment.slice(0, 300),
        access,
        favourite: favouriteAt !== null,
        products: products
          .filter((product) => productIds.includes(product.id))
          .map(({ name }) => name),
        added: when(createdAt),
        modified: when(modifiedAt),
      }),
    ),
  };
}

/** The star of a row. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "kb:edit");
  return formAction(
    { request, context },
    faqStarSchema,
    async (submitted) => {
      const { store, now } = context.get(servicesContext);
      const { intent, id } = submitted.value;
      const favourite = intent === "favourite";
      const edit = entryEdit(context, { org, session }, "faq-entry", id);
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

export default function KnowledgeBase({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, sort, products, counts, rows } = loaderData;
  const query = faqSearchParams(filter);
  const narrowed = query.size > 0;
  return (
    <>
      <ListHead
        title="FAQ"
        lead={
          <>
            Answers to common questions, shown on the portal under Knowledge Base (FAQs). Favorites
            appear first.
          </>
        }
      >
        <ButtonLink to="/knowledge-base/new">Add entry</ButtonLink>{" "}
        <ButtonLink to="/knowledge-base/import" look="secondary">
          Import
        </ButtonLink>{" "}
        <a
          href={`/knowledge-base/export.csv${narrowed ? `?${query}` : ""}`}
          className={buttonClass("secondary")}
          download
        >
          Export CSV
        </a>
      </ListHead>
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={allMessages(actionData)} fields={[]} />
      </div>
      {counts.all === 0 ? (
        <EmptyState
          icon="question"
          title="No entries to show"
          subtitle="Add the questions that you answer again and again, or import them from a spreadsheet."
          actions={<ButtonLink to="/knowledge-base/new">Add entry</ButtonLink>}
        />
      ) : (
        <>
          <FaqFilters filter={filter} products={products} narrowed={narrowed} sort={sort} />
          <FoundRows
            said={
              narrowed
                ? `${counts.count} of ${counts.all} ${counts.all === 1 ? "entry" : "entries"}`
                : `${counts.all} ${counts.all === 1 ? "entry" : "entries"}`
            }
            none={rows.length === 0}
          >
            <FaqTable rows={rows} query={query} sort={sort} />
          </FoundRows>
        </>
      )}
      <Pager
        page={counts.page}
        pages={counts.pages}
        label="Pages of entries"
        href={pagesOf("/knowledge-base", query, sortParams(sort, FAQ_USUAL_SORT))}
      />
      <UnansweredQuestions questions={loaderData.unanswered} />
    </>
  );
}

/** What the list is narrowed to. */
function FaqFilters({
  filter,
  products,
  narrowed,
  sort,
}: {
  sort: ListSort<FaqSort>;
  filter: FaqQuery;
  products: readonly { id: string; name: string }[];
  narrowed: boolean;
}) {
  return (
    <FilterForm
      path="/knowledge-base"
      narrowed={narrowed}
      kept={sortParams(sort, FAQ_USUAL_SORT)}
      columns="lg:grid-cols-[2fr_1fr_1fr_1fr_auto]"
      beside={
        <Choice
          id="favourite"
          type="checkbox"
          name="favourite"
          value="yes"
          defaultChecked={filter.favourite}
          label="Favorites"
        />
      }
    >
      <FilterText
        label="Search by question, answer or comment"
        search={filter.search}
        maxLength={MAX_TERM}
      />
      <FilterSelect
        name="access"
        label="Access"
        value={filter.access}
        options={FAQ_ACCESS_OPTIONS}
      />
      <FilterSelect
        name="product"
        label="Products"
        value={filter.productId}
        options={productOptions(products)}
      />
      <FilterSelect
        name="time"
        label="Time"
        value={filter.days === null ? null : String(filter.days)}
        any="All Time"
        options={FAQ_TIMES.map(({ value, label }) => ({ value, label }))}
      />
    </FilterForm>
  );
}
