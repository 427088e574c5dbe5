import { allMessages } from "#web/forms/fields.ts";
import { Link } from "react-router";
import type { Route } from "./+types/update-list";
import { changeCustomization } from "#company/settings/store/change-customization.server.ts";
import { TOPIC_SORTS, listTopics } from "../store/topic-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import { readSort, sortParams } from "#values/list-sort.ts";
import { formatMoment, momentOf } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { isTopicCategory } from "#model/updates/update-words.ts";
import { isTopicState } from "#model/updates/topic-states.ts";
import { secondPersonSchema } from "../forms/updates.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import {
  Filters,
  SecondPersonSetting,
  TopicTable,
  TOPICS_USUAL_SORT,
  WaitingList,
} from "./list-parts.tsx";

/** A search is cut at this length, as visitors' is. */
const MAX_SEARCH = 512;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Updates", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "updates:publish");
  const { store, now } = context.get(servicesContext);
  const asked = (name: string) => url.searchParams.get(name) ?? "";
  const [category, state] = [asked("category"), asked("state")];
  const filter = {
    search: asked("q").slice(0, MAX_SEARCH),
    category: isTopicCategory(category) ? category : null,
    state: isTopicState(state) ? state : null,
  };
  const sort = readSort(url.searchParams, TOPIC_SORTS, TOPICS_USUAL_SORT);
  const found = await listTopics(
    store.read,
    org.id,
    { ...filter, sort, page: Number(url.searchParams.get("page") ?? 1) },
    now(),
  );
  return {
    ...found,
    filter,
    sort,
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
        ? "From now on a second person approves updates."
        : "From now on authors publish their updates themselves.",
    );
  });
}

export default function Updates({ loaderData, actionData }: Route.ComponentProps) {
  const { entries, total, any, page, pages, waiting, filter, sort, portalTitle, setting } =
    loaderData;
  const query = Object.entries({ ...present(filter), ...sortParams(sort, TOPICS_USUAL_SORT) });
  const errors = allMessages(actionData);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Updates</h1>
          <p className="mt-2 text-muted">
            What the {portalTitle} announces on the page and by email.
          </p>
        </div>{" "}
        <Link to="/updates/new" className={buttonClass()}>
          New update
        </Link>
      </div>
      <div className="mt-8 space-y-8">
        <ErrorSummary errors={errors} fields={[]} />
        <WaitingList waiting={waiting} />
        {any ? <Filters filter={filter} sort={sort} /> : null}
        {entries.length > 0 ? (
          <TopicTable entries={entries} total={total} query={query} sort={sort} />
        ) : (
          <EmptyState
            icon="bell"
            title={any ? "No results match this criteria" : "No updates yet"}
            subtitle={
              any
                ? undefined
                : "A new update starts as a draft. Nobody sees it until you publish it."
            }
          />
        )}
        <Pager
          page={page}
          pages={pages}
          label="Pages of updates"
          href={(target) => `/updates?${new URLSearchParams([...query, ["page", String(target)]])}`}
        />
        {setting === null ? null : (
          <SecondPersonSetting needSecondPerson={setting.needSecondPerson} />
        )}
      </div>
    </>
  );
}

/** The parts of the filter that are set, as the address has them. */
function present({
  search,
  category,
  state,
}: {
  search: string;
  category: string | null;
  state: string | null;
}): Record<string, string> {
  return {
    ...(search === "" ? {} : { q: search }),
    ...(category === null ? {} : { category }),
    ...(state === null ? {} : { state }),
  };
}
