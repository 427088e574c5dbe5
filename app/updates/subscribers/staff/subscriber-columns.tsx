import { CATEGORY_LABELS, isTopicCategory } from "#model/updates/words.ts";
import type { SubscriberState } from "#model/subscribers/subscriptions.ts";
import type { ListSort } from "#values/list-sort.ts";
import type { ListColumn } from "#web/lists/table.tsx";
import type { SubscriberSort } from "../store/subscriber-lists.server.ts";
import type { SubscriberPageRow } from "../store/subscriber-page.server.ts";
import { When } from "#web/ui/when.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { capitalized } from "#values/names.ts";
import { Tag, type Tone } from "#web/ui/tag.tsx";

const STATES: Readonly<Record<SubscriberState, { label: string; tone: Tone }>> = {
  confirmed: { label: "Confirmed", tone: "green" },
  pending: { label: "Pending", tone: "yellow" },
  unsubscribed: { label: "Unsubscribed", tone: "neutral" },
  blocked: { label: "Blocked", tone: "red" },
};

/** Where someone subscribed: pages by the first word of their address, and who brought them. */
const SOURCES: Readonly<Partial<Record<string, string>>> = {
  portal: "Portal",
  page: "Portal",
  faq: "FAQ page",
  updates: "Updates page",
  subscribe: "Subscribe page",
  "access-request": "Access request",
  other: "Elsewhere",
  import: "Import",
  staff: "Your team",
};

/** Where someone subscribed, in words; a page without a name of its own by its address's first word. */
export function sourceWords(source: string): string {
  return SOURCES[source] ?? capitalized(source.replaceAll(/[-_]/g, " "));
}

/** The list begins with the newest. */
export const SUBSCRIBERS_USUAL_SORT: ListSort<SubscriberSort> = { by: "since", descending: true };

/** The columns of the subscribers, with what can be done about one behind a disclosure. */
export const SUBSCRIBER_COLUMNS: readonly ListColumn<SubscriberPageRow, SubscriberSort>[] = [
  {
    title: "Email",
    by: "email",
    namesRow: true,
    share: 4,
    full: ({ email }) => email,
    cell: ({ email }) => email,
  },
  {
    title: "State",
    cell: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].label}</Tag>,
  },
  { title: "Updates", share: 4, from: "table", full: gets, cell: gets },
  { title: "Source", by: "source", from: "wide", cell: ({ source }) => sourceWords(source) },
  {
    title: "Since",
    by: "since",
    from: "table",
    cell: ({ since }) => <When at={since} />,
  },
  { title: "Actions", isAction: true, cell: (row) => <RowActions row={row} /> },
];

function RowActions({ row }: { row: SubscriberPageRow }) {
  return (
    <details className="relative md:open:min-w-[9rem]">
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
          Delete permanently
        </Button>
      </PostForm>
    </details>
  );
}

/** 'All updates', or what was chosen; 'weekly' where it comes in one mail. */
function gets({ all, weekly, categories, products }: SubscriberPageRow): string {
  const chosen = all
    ? ["All updates"]
    : [
        categories.map((name) => (isTopicCategory(name) ? CATEGORY_LABELS[name] : name)).join(", "),
        products.join(", "),
      ].filter(Boolean);
  return [...chosen, ...(weekly ? ["weekly"] : [])].join("; ");
}
