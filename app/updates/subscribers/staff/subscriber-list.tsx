import { allMessages } from "#web/forms/fields.ts";
import type { Route } from "./+types/subscriber-list";
import { findSubscriber } from "../store/subscribers.server.ts";
import { removeSubscriber, SUBSCRIBER_SORTS } from "../store/subscriber-lists.server.ts";
import { subscriberPage } from "../store/subscriber-page.server.ts";
import { block } from "../store/subscription-blocks.server.ts";
import { NotFound } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { readSort } from "#values/list-sort.ts";
import { pageTitle } from "#values/page-title.ts";
import {
  subscriberChangeSchema,
  subscriberQuery,
  subscriberSearchParams,
} from "../forms/subscribers.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { ListPage, productFilter } from "#web/lists/page.tsx";
import { SUBSCRIBER_COLUMNS, sourceWords, SUBSCRIBERS_USUAL_SORT } from "./subscriber-columns.tsx";
import { SUBSCRIBER_STATES } from "#model/subscribers/subscriptions.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Subscribers", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "updates:publish");
  const { store, now } = context.get(servicesContext);
  const filter = subscriberQuery(url.searchParams);
  const sort = readSort(url.searchParams, SUBSCRIBER_SORTS, SUBSCRIBERS_USUAL_SORT);
  const page = Number(url.searchParams.get("page") ?? 1);
  return {
    filter,
    sort,
    failed: formFailed(context),
    ...(await subscriberPage(store.read, org, { filter, sort, page }, now())),
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
        const write = { trx, orgId: org.id, by, now: now() };
        const subscriber = await findSubscriber(trx, org.id, id);
        if (subscriber === null) throw new NotFound("subscriber");
        if (intent === "block") await block(write, subscriber.emailKey);
        else await removeSubscriber(write, id);
        return intent === "block"
          ? `${subscriber.email} is blocked.`
          : `${subscriber.email} was removed.`;
      });
      return redirectWithFlash(context, `/subscribers${url.search}`, done);
    },
    { gone: "This subscriber no longer exists.", goneStatus: 404 },
  );
}

const STATE_OPTIONS = SUBSCRIBER_STATES.map((state) => ({
  value: state,
  label: state.charAt(0).toUpperCase() + state.slice(1),
}));

export default function Subscribers({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, sort, counts, rows, page, pages, total } = loaderData;
  const query = subscriberSearchParams(filter);
  const all = counts.pending + counts.confirmed + counts.unsubscribed + counts.blocked;
  const found = `${total} ${total === 1 ? "subscriber" : "subscribers"}`;
  return (
    <ListPage
      path="/subscribers"
      title="Subscribers"
      lead={`Who gets trust updates by email. ${counts.confirmed} confirmed, ${counts.pending} pending, ${counts.unsubscribed} unsubscribed, ${counts.blocked} blocked.`}
      actions={[
        { words: "Add subscriber", to: "/subscribers/add" },
        { words: "Import", to: "/subscribers/import" },
        { words: "Export CSV", file: "/subscribers/export.csv", by: "form" },
        { words: "Blocked", to: "/subscribers/blocks" },
      ]}
      empty={{
        icon: "mail",
        title: "No subscribers yet",
        subtitle:
          "Visitors subscribe on your portal. You can also add people who asked you to, or import a list.",
      }}
      errors={allMessages(actionData)}
      query={query}
      search={{ label: "Search by address", value: filter.search, maxLength: 320 }}
      filters={[
        { name: "state", label: "State", value: filter.state, options: STATE_OPTIONS },
        {
          name: "source",
          label: "Source",
          value: filter.source,
          options: loaderData.sources.map((source) => ({
            value: source,
            label: sourceWords(source),
          })),
        },
        productFilter("Product", filter.productId, loaderData.products),
      ]}
      sorting={{ sort, usual: SUBSCRIBERS_USUAL_SORT }}
      columns={SUBSCRIBER_COLUMNS}
      label="Subscribers"
      rows={rows}
      counts={{ page, pages, all }}
      said={query.size > 0 ? `${found} found` : found}
      pagerLabel="Pages of subscribers"
    />
  );
}
