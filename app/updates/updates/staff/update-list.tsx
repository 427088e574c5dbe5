import { allMessages } from "#web/forms/fields.ts";
import type { Route } from "./+types/update-list";
import { changeCustomization } from "#company/settings/store/change-customization.server.ts";
import { listTopics } from "../store/topic-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment, momentOf } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { CATEGORY_LABELS, TOPIC_CATEGORIES } from "#model/updates/words.ts";
import { STATE_LABELS, TOPIC_STATES } from "#model/updates/topic-states.ts";
import { secondPersonSchema } from "../forms/updates.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { ListPage } from "#web/lists/page.tsx";
import { TOPICS_USUAL_SORT, topicQuery, topicSearchParams } from "../forms/topic-query.ts";
import { SecondPersonSetting, WaitingList } from "./list-parts.tsx";
import { TOPIC_COLUMNS } from "./topic-columns.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Updates", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "updates:publish");
  const { store, now } = context.get(servicesContext);
  const query = topicQuery(url.searchParams);
  const found = await listTopics(store.read, org.id, query, now());
  return {
    ...found,
    query,
    entries: found.entries.map((entry) => ({
      ...entry,
      when: momentOf(entry.at, now(), org.timeZone),
    })),
    waiting: found.waiting.map(({ id, subject, submitted }) => ({
      id,
      subject,
      by: submitted?.by ?? "",
      when: formatMoment(submitted?.at ?? "", org.timeZone),
    })),
    portalTitle: org.customization.portalTitle,
    setting: permissions.has("settings:edit")
      ? { needSecondPerson: org.customization.updatesNeedSecondPerson }
      : null,
    failed: formFailed(context),
  };
}

/** The one setting of this page. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "updates:publish");
  const { org, session } = await requireStaff(context, "settings:edit");
  return formAction({ request, context }, secondPersonSchema, async (submitted) => {
    const { store, now } = context.get(servicesContext);
    const { needSecondPerson } = submitted.value;
    await store.write((trx) =>
      changeCustomization(
        { trx, orgId: org.id, by: actorOf(context, session), now: now() },
        { updatesNeedSecondPerson: needSecondPerson },
      ),
    );
    return redirectWithFlash(
      context,
      "/updates",
      needSecondPerson
        ? "Updates now need a second person’s approval."
        : "From now on authors publish their updates themselves.",
    );
  });
}

export default function Updates({ loaderData, actionData }: Route.ComponentProps) {
  const { query, entries, total, all, page, pages, waiting, portalTitle, setting } = loaderData;
  return (
    <ListPage
      path="/updates"
      title="Updates"
      lead={`What the ${portalTitle} announces on its page and by email.`}
      actions={[{ words: "New update", to: "/updates/new" }]}
      empty={{
        icon: "bell",
        title: "No updates yet",
        subtitle: "A new update starts as a draft. Only your team sees it until you publish it.",
      }}
      noneLeft={{ icon: "bell", title: "No results match this criteria" }}
      errors={allMessages(actionData)}
      aboveList={<WaitingList waiting={waiting} />}
      query={topicSearchParams(query)}
      search={{ label: "Search", value: query.search }}
      filters={[
        {
          name: "category",
          label: "Category",
          value: query.category,
          any: "All categories",
          options: TOPIC_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] })),
        },
        {
          name: "state",
          label: "State",
          value: query.state,
          any: "All states",
          options: TOPIC_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
        },
      ]}
      sorting={{ sort: query.sort, usual: TOPICS_USUAL_SORT }}
      columns={TOPIC_COLUMNS}
      label="Updates"
      rows={entries}
      counts={{ page, pages, all }}
      said={total === 1 ? "1 topic" : `${total} topics`}
      pagerLabel="Pages of updates"
    >
      {setting === null ? null : (
        <SecondPersonSetting needSecondPerson={setting.needSecondPerson} />
      )}
    </ListPage>
  );
}
