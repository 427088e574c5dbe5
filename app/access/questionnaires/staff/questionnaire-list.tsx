import { Link } from "react-router";
import type { Route } from "./+types/questionnaire-list";
import { requireStaff } from "#auth/current-staff.ts";
import { QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { formatDate, formatShortDate, hasPassed } from "#values/dates.ts";
import { pageAsked } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { ListPage } from "#web/lists/page.tsx";
import type { ListColumn } from "#web/lists/table.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { questionnaireFilter, questionnaireParams } from "../forms/questionnaire-query.ts";
import { questionnairePage } from "../store/questionnaire-list.server.ts";

export function meta() {
  return [{ title: pageTitle("Questionnaires") }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const filter = questionnaireFilter(url.searchParams);
  const page = pageAsked(url.searchParams.get("page"));
  const { rows, counts } = await questionnairePage(store.read, org.id, filter, page);
  return {
    filter,
    counts,
    rows: rows.map((row) => ({
      ...row,
      due: row.dueOn === null ? null : formatDate(row.dueOn, org.timeZone),
      isLate:
        row.dueOn !== null && row.finishedAt === null && hasPassed(row.dueOn, now(), org.timeZone),
      added: formatShortDate(row.createdAt, org.timeZone),
    })),
  };
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS: readonly ListColumn<Row>[] = [
  {
    title: "Questionnaire",
    namesRow: true,
    share: 4,
    full: ({ fileName }) => fileName,
    cell: ({ id, fileName, isSent }) => (
      <>
        <Link to={`${QUESTIONNAIRES_PAGE}/${id}`} className="text-accent underline">
          {fileName}
        </Link>
        {isSent ? <Tag tone="blue">From a member</Tag> : null}
      </>
    ),
  },
  {
    title: "Account",
    share: 2,
    full: ({ account }) => account,
    cell: ({ account }) => account ?? "",
  },
  { title: "Answered", cell: answeredWords },
  {
    title: "Due",
    cell: ({ due, isLate }) => (
      <>
        {due ?? ""}
        {isLate ? <Tag tone="red">Overdue</Tag> : null}
      </>
    ),
  },
  { title: "Added", from: "table", cell: ({ added }) => added },
];

/** How far it is, in words. */
function answeredWords({ answered, questions, finishedAt, isUnread }: Row) {
  if (isUnread) return "Columns not chosen";
  return (
    <>
      {answered} of {questions}
      {finishedAt === null ? null : <Tag tone="green">Finished</Tag>}
    </>
  );
}

export default function Questionnaires({ loaderData }: Route.ComponentProps) {
  const { filter, rows, counts } = loaderData;
  const query = questionnaireParams(filter);
  const all = `${counts.all} ${counts.all === 1 ? "questionnaire" : "questionnaires"}`;
  return (
    <ListPage
      path={QUESTIONNAIRES_PAGE}
      title="Questionnaires"
      lead="Security questionnaires that customers send. You answer them here and send the same file back."
      actions={[
        { words: "Add questionnaire", to: `${QUESTIONNAIRES_PAGE}/new` },
        { words: "Coverage", to: `${QUESTIONNAIRES_PAGE}/coverage` },
      ]}
      empty={{
        icon: "clipboard",
        title: "No questionnaires yet",
        subtitle: "Add the file that a customer sent. You’ll get the same file back with answers.",
        actions: <ButtonLink to={`${QUESTIONNAIRES_PAGE}/new`}>Add questionnaire</ButtonLink>,
      }}
      query={query}
      search={{ label: "Search by file, account or note", value: filter.search, maxLength: 200 }}
      filters={[
        {
          name: "state",
          label: "State",
          value: filter.isFinished === null ? null : filter.isFinished ? "finished" : "open",
          any: "All",
          options: [
            { value: "open", label: "Open" },
            { value: "finished", label: "Finished" },
          ],
        },
      ]}
      columns={COLUMNS}
      label="List of questionnaires"
      rows={rows}
      said={query.size > 0 ? `${counts.count} of ${all}` : all}
      counts={counts}
      pagerLabel="Pages of questionnaires"
    />
  );
}
