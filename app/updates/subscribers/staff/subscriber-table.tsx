import { CATEGORY_LABELS, isTopicCategory } from "#model/updates/update-words.ts";
import type { SubscriberState } from "#model/subscribers/subscriptions.ts";
import type { ListSort } from "#values/list-sort.ts";
import type { Moment } from "#values/moments.ts";
import type { SubscriberSort } from "../store/subscriber-lists.server.ts";
import { sortableColumns } from "#web/ui/sorted-head.tsx";
import { When } from "#web/ui/when.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";

export interface SubscriberRow {
  id: string;
  email: string;
  state: SubscriberState;
  source: string;
  since: Moment;
  all: boolean;
  weekly: boolean;
  categories: readonly string[];
  products: readonly string[];
}

const STATES: Readonly<Record<SubscriberState, { label: string; tone: Tone }>> = {
  confirmed: { label: "Confirmed", tone: "green" },
  pending: { label: "Pending", tone: "yellow" },
  unsubscribed: { label: "Unsubscribed", tone: "neutral" },
  blocked: { label: "Blocked", tone: "red" },
};

/**
 * Where the table is wider than the page: written by the style sheet, for those who see the page as
 * it lays it out.
 */
const HINT =
  "mb-2 max-md:hidden xl:hidden text-sm text-muted before:content-['Scroll_the_table_sideways_for_more']";

/** The list begins with the newest. */
export const SUBSCRIBERS_USUAL_SORT: ListSort<SubscriberSort> = { by: "since", descending: true };

const COLUMNS = [
  ["Email", "email"],
  ["State", null],
  ["Gets", null],
  ["Source", "source"],
  ["Since", "since"],
  ["Actions", null],
] as const;

/** Subscribers, a row each, with what can be done about one behind a disclosure. */
export function SubscriberTable({
  rows,
  query,
  sort,
}: {
  rows: readonly SubscriberRow[];
  query: URLSearchParams;
  sort: ListSort<SubscriberSort>;
}) {
  return (
    <>
      <div aria-hidden="true" className={HINT} />
      <TableFrame
        label="Subscribers"
        head={sortableColumns(
          COLUMNS,
          { path: "/subscribers", query, sort },
          SUBSCRIBERS_USUAL_SORT,
        )}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th
              scope="row"
              className="min-w-[14rem] max-w-[24rem] px-4 py-3 text-start align-top font-medium break-words"
            >
              {row.email}
            </th>
            <td>
              <Tag tone={STATES[row.state].tone}>{STATES[row.state].label}</Tag>
            </td>
            <td className="min-w-[10rem]">{gets(row)}</td>
            <td className="whitespace-nowrap">{row.source}</td>
            <td className="whitespace-nowrap">
              <When at={row.since} />
            </td>
            <td>
              <RowActions row={row} />
            </td>
          </tr>
        ))}
      </TableFrame>
    </>
  );
}

function RowActions({ row }: { row: SubscriberRow }) {
  return (
    <details className="relative min-w-[9rem]">
      <summary className="inline-flex min-h-6 list-none items-center gap-1 text-accent hover:underline">
        Actions <Icon name="chevronDown" size={14} />
        <span className="sr-only">for {row.email}</span>
      </summary>
      <PostForm className="mt-2 flex flex-col gap-2">
        <input type="hidden" name="id" value={row.id} />
        {row.state === "blocked" ? null : (
          <Button look="secondary" size="small" name="intent" value="block">
            Block address
          </Button>
        )}{" "}
        <Button look="danger" size="small" name="intent" value="remove">
          Remove for good
        </Button>
      </PostForm>
    </details>
  );
}

/** 'All updates', or what was chosen; 'weekly' where it comes in one mail. */
function gets({ all, weekly, categories, products }: SubscriberRow): string {
  const chosen = all
    ? ["All updates"]
    : [
        categories.map((name) => (isTopicCategory(name) ? CATEGORY_LABELS[name] : name)).join(", "),
        products.join(", "),
      ].filter(Boolean);
  return [...chosen, ...(weekly ? ["weekly"] : [])].join("; ");
}
