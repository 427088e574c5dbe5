import { allMessages } from "#web/forms/fields.ts";
import type { Route } from "./+types/subscriber-list";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { findSubscriber } from "../store/subscribers.server.ts";
import {
  countByState,
  countChoices,
  listSources,
  listSubscribers,
  removeSubscriber,
  SUBSCRIBER_SORTS,
  type SubscriberSort,
} from "../store/subscriber-lists.server.ts";
import { block } from "../store/subscription-blocks.server.ts";
import { NotFound } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { readSort, sortParams, type ListSort } from "#values/list-sort.ts";
import { momentOf } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import {
  type SubscriberQuery,
  subscriberChangeSchema,
  subscriberQuery,
} from "../forms/subscribers.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import {
  FilterForm,
  FilterSelect,
  FilterText,
  FoundRows,
  productOptions,
} from "#web/ui/filter-form.tsx";
import { ListHead } from "#web/ui/table-frame.tsx";
import { SUBSCRIBERS_USUAL_SORT, SubscriberTable } from "./subscriber-table.tsx";
import { SUBSCRIBER_STATES } from "#model/subscribers/subscriptions.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Subscribers", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "updates:publish");
  const {
    store: { read },
    now,
  } = context.get(servicesContext);
  const filter = subscriberQuery(url.searchParams);
  const sort = readSort(url.searchParams, SUBSCRIBER_SORTS, SUBSCRIBERS_USUAL_SORT);
  const list = await listSubscribers(
    read,
    org.id,
    filter,
    sort,
    Number(url.searchParams.get("page") ?? 1),
  );
  const choices = await countChoices(
    read,
    org.id,
    list.rows.map(({ id }) => id),
  );
  return {
    filter,
    sort,
    failed: formFailed(context),
    counts: await countByState(read, org.id),
    sources: await listSources(read, org.id),
    products: (await listProducts(read, org.id)).map(({ id, name }) => ({ id, name })),
    page: list.page,
    pages: list.pages,
    total: list.total,
    rows: list.rows.map(({ id, email, state, source, createdAt, allUpdates, digest }) => ({
      id,
      email,
      state,
      source,
      since: momentOf(createdAt, now(), org.timeZone),
      all: allUpdates === 1,
      weekly: digest === "weekly",
      ...(choices.get(id) ?? { categories: [], products: [] }),
    })),
  };
}

/** A row's buttons: block its address, or erase it. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "updates:publish");
  return formAction(
    { request, context },
    subscriberChangeSchema,
    async (submitted) => {
      const { intent, id } = submitted.value;
      const { store, now } = context.get(servicesContext);
      const by = actorOf(context, session);
      const done = await store.write(async (trx) => {
        const subscriber = await findSubscriber(trx, org.id, id);
        if (subscriber === null) throw new NotFound("subscriber");
        if (intent === "block") await block(trx, org.id, subscriber.emailKey, by, now());
        else await removeSubscriber(trx, org.id, id, by, now());
        return intent === "block"
          ? `${subscriber.email} is blocked.`
          : `${subscriber.email} was removed.`;
      });
      return redirectWithFlash(context, `/subscribers${url.search}`, done);
    },
    { gone: "This subscriber no longer exists.", goneStatus: 404 },
  );
}

export default function Subscribers({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, sort, counts, rows, page, pages, total } = loaderData;
  const query = new URLSearchParams(
    Object.entries({
      q: filter.search,
      state: filter.state,
      source: filter.source,
      product: filter.productId,
    }).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ""),
  );
  const isNarrowed = query.size > 0;
  const all = counts.pending + counts.confirmed + counts.unsubscribed + counts.blocked;
  return (
    <>
      <ListHead
        title="Subscribers"
        lead={
          <>
            Who gets trust updates by email. {counts.confirmed} confirmed, {counts.pending} pending,{" "}
            {counts.unsubscribed} unsubscribed, {counts.blocked} blocked.
          </>
        }
      >
        <ButtonLink to="/subscribers/add">Add subscriber</ButtonLink>{" "}
        <ButtonLink to="/subscribers/import" look="secondary">
          Import
        </ButtonLink>{" "}
        <form
          method="post"
          noValidate
          action={`/subscribers/export.csv${isNarrowed ? `?${query}` : ""}`}
        >
          <OnceField />
          <Button look="secondary">Export CSV</Button>
        </form>{" "}
        <ButtonLink to="/subscribers/blocks" look="secondary">
          Blocked
        </ButtonLink>
      </ListHead>
      <div className="mb-6 empty:hidden">
        <ErrorSummary errors={allMessages(actionData)} fields={[]} />
      </div>
      {all === 0 ? (
        <EmptyState
          icon="mail"
          title="No subscribers yet"
          subtitle="Visitors subscribe on your portal. You can also add people who asked you, or import a list."
        />
      ) : (
        <>
          <SubscriberFilters
            filter={filter}
            sort={sort}
            narrowed={isNarrowed}
            sources={loaderData.sources}
            products={loaderData.products}
          />
          <FoundRows
            said={`${total} ${total === 1 ? "subscriber" : "subscribers"}${isNarrowed ? " found" : ""}`}
            none={rows.length === 0}
          >
            <SubscriberTable rows={rows} query={query} sort={sort} />
          </FoundRows>
        </>
      )}
      <Pager
        page={page}
        pages={pages}
        label="Pages of subscribers"
        href={pagesOf("/subscribers", query, sortParams(sort, SUBSCRIBERS_USUAL_SORT))}
      />
    </>
  );
}

/** What the list is narrowed to. */
function SubscriberFilters({
  filter,
  sources,
  products,
  sort,
  narrowed,
}: {
  sort: ListSort<SubscriberSort>;
  narrowed: boolean;
  filter: SubscriberQuery;
  sources: readonly string[];
  products: readonly { id: string; name: string }[];
}) {
  return (
    <FilterForm
      path="/subscribers"
      narrowed={narrowed}
      kept={sortParams(sort, SUBSCRIBERS_USUAL_SORT)}
      columns="lg:grid-cols-5"
    >
      <FilterText label="Search by address" search={filter.search} maxLength={320} />
      <FilterSelect
        name="state"
        label="State"
        value={filter.state}
        options={SUBSCRIBER_STATES.map((state) => ({
          value: state,
          label: state.charAt(0).toUpperCase() + state.slice(1),
        }))}
      />
      <FilterSelect
        name="source"
        label="Source"
        value={filter.source}
        options={sources.map((source) => ({ value: source, label: source }))}
      />
      <FilterSelect
        name="product"
        label="Product"
        value={filter.productId}
        options={productOptions(products)}
      />
    </FilterForm>
  );
}
