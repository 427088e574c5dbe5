import type { Route } from "./+types/control-list";
import { Link } from "react-router";
import { requireStaff } from "#auth/current-staff.ts";
import { entryFilters } from "#content/edit-kit/entry-filters.ts";
import { FAQ_ACCESS_TONES, FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import { shortAnswerWords } from "#model/short-answers.ts";
import { servicesContext } from "#platform/context.ts";
import { readSort, type ListSort } from "#values/list-sort.ts";
import { pageAsked } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { ListPage } from "#web/lists/page.tsx";
import type { ListColumn } from "#web/lists/table.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/tag.tsx";
import {
  CONTROL_SORTS,
  CONTROLS_TITLE,
  controlQuery,
  controlSearchParams,
  type ControlSort,
} from "../rules/controls.ts";
import { controlPage } from "../store/control-page.server.ts";

const USUAL: ListSort<ControlSort> = { by: "reference", descending: false };

export function meta() {
  return [{ title: pageTitle(CONTROLS_TITLE) }];
}

/** The library as staff see it: narrowed by the address, by reference. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "kb:edit");
  const { read } = context.get(servicesContext).store;
  const filter = controlQuery(url.searchParams);
  const sort = readSort(url.searchParams, CONTROL_SORTS, USUAL);
  const page = pageAsked(url.searchParams.get("page"));
  return { filter, sort, ...(await controlPage(read, org.id, { filter, sort, page })) };
}

type ControlRow = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS: readonly ListColumn<ControlRow, ControlSort>[] = [
  {
    title: "Reference",
    by: "reference",
    from: "table",
    cell: ({ reference }) => reference,
  },
  {
    title: "Title",
    by: "title",
    namesRow: true,
    share: 6,
    full: ({ title }) => title,
    cell: ({ id, title }) => (
      <Link to={`/controls/${id}`} className="text-accent underline">
        {title}
      </Link>
    ),
  },
  {
    title: "Short answer",
    className: "whitespace-nowrap",
    cell: ({ shortAnswer }) => shortAnswerWords(shortAnswer),
  },
  {
    title: "Framework references",
    share: 3,
    from: "table",
    full: ({ requirements }) => requirements.join(", "),
    cell: ({ requirements }) => requirements.join(", "),
  },
  {
    title: "Access",
    by: "access",
    cell: ({ access }) => <Tag tone={FAQ_ACCESS_TONES[access]}>{FAQ_ACCESS_WORDS[access]}</Tag>,
  },
  {
    title: "Products",
    share: 1,
    from: "wide",
    full: ({ products }) => products.join(", "),
    cell: ({ products }) => (products.length === 0 ? "All" : products.join(", ")),
  },
];

export default function Controls({ loaderData }: Route.ComponentProps) {
  const { filter, sort, products, frameworks, counts, rows } = loaderData;
  const query = controlSearchParams(filter);
  const all = `${counts.all} ${counts.all === 1 ? "control" : "controls"}`;
  return (
    <ListPage
      path="/controls"
      title={CONTROLS_TITLE}
      lead="What you do to keep data safe, mapped to framework requirements. Shown on the portal under Controls, sorted by reference."
      actions={[
        { words: "Add control", to: "/controls/new" },
        { words: "Import", to: "/controls/import" },
        { words: "Export CSV", file: "/controls/export.csv", by: "link" },
      ]}
      empty={{
        icon: "clipboard",
        title: "No controls to show",
        subtitle: "Add your controls one by one, or import them from a spreadsheet.",
        actions: <ButtonLink to="/controls/new">Add control</ButtonLink>,
      }}
      query={query}
      search={{ label: "Search by reference, title or description", value: filter.search }}
      filters={[
        {
          name: "framework",
          label: "Framework",
          value: filter.framework,
          options: frameworks.map((name) => ({ value: name, label: name })),
        },
        ...entryFilters(filter, products),
      ]}
      sorting={{ sort, usual: USUAL }}
      columns={COLUMNS}
      label="Controls"
      rows={rows}
      said={query.size > 0 ? `${counts.count} of ${all}` : all}
      counts={counts}
      pagerLabel="Pages of controls"
    />
  );
}
