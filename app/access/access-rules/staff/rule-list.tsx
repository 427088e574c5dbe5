import { Link } from "react-router";
import type { AccessRule } from "#access/access-requests/store/access-rules.server.ts";
import { ruleTitle } from "#model/access-rules/rule-words.ts";
import { RULE_ACTION_NAMES } from "#model/access-rules/rule-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Beside, ListTable, type ListColumn } from "#web/lists/table.tsx";
import { RowButton } from "#web/lists/row-button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { capitalized } from "#values/names.ts";

type ShownRule = AccessRule & {
  profileName: string | null;
  whom: string;
  isFirst: boolean;
  isLast: boolean;
  /** From 1. */
  place: number;
};

const COLUMNS: readonly ListColumn<ShownRule>[] = [
  { title: "Order", cell: (rule) => <OrderButtons rule={rule} /> },
  {
    title: "Who",
    namesRow: true,
    share: 3,
    full: (rule) => `${titled(rule)} ${rule.whom}`,
    cell: (rule) => (
      <>
        <Link to={`/rules/${rule.id}`} className="text-accent underline">
          {titled(rule)}
        </Link>{" "}
        <Beside>{rule.whom}</Beside>
      </>
    ),
  },
  {
    title: "What happens",
    share: 3,
    full: (rule) => `${RULE_ACTION_NAMES[rule.action]} ${details(rule)}`,
    cell: (rule) => (
      <>
        {RULE_ACTION_NAMES[rule.action]} <Beside>{details(rule)}</Beside>
      </>
    ),
  },
  { title: "Note", share: 2, from: "wide", full: ({ note }) => note, cell: ({ note }) => note },
  {
    title: "Delete",
    isAction: true,
    cell: (rule) => (
      <RowButton
        row={["ruleId", rule.id]}
        intent="end"
        look="danger"
        label={`Delete the rule for ${ruleTitle(rule)}`}
      >
        Delete
      </RowButton>
    ),
  },
];

/** The rules in the order in which they are asked, with what moves and ends each. */
export function RuleList({
  rules,
}: {
  rules: readonly (AccessRule & { profileName: string | null; whom: string })[];
}) {
  return (
    <ListTable
      label="Rules"
      columns={COLUMNS}
      rows={rules.map((rule, at) => ({
        ...rule,
        isFirst: at === 0,
        isLast: at === rules.length - 1,
        place: at + 1,
      }))}
      rowKey={({ id }) => id}
    />
  );
}

function OrderButtons({ rule }: { rule: ShownRule }) {
  return (
    <form method="post" noValidate className="inline-flex items-center gap-2">
      <OnceField />
      <input type="hidden" name="ruleId" value={rule.id} />
      <span className="min-w-6">{rule.place}</span>{" "}
      <Button
        look="secondary"
        size="small"
        name="intent"
        value="up"
        disabled={rule.isFirst}
        aria-label={`Move ${ruleTitle(rule)} up`}
      >
        Up
      </Button>{" "}
      <Button
        look="secondary"
        size="small"
        name="intent"
        value="down"
        disabled={rule.isLast}
        aria-label={`Move ${ruleTitle(rule)} down`}
      >
        Down
      </Button>
    </form>
  );
}

/** Titles stand inside of sentences; domains and addresses stay as they are. */
function titled(rule: Parameters<typeof ruleTitle>[0]): string {
  const title = ruleTitle(rule);
  return title.includes(" ") ? capitalized(title) : title;
}

function details(rule: AccessRule & { profileName: string | null }): string {
  if (rule.action !== "approve") return rule.message ?? "";
  const end =
    rule.expiresInDays === null
      ? "no expiry"
      : rule.expiresInDays === 1
        ? "for 1 day"
        : `for ${rule.expiresInDays} days`;
  return [rule.profileName, end, rule.ndaRequired ? "NDA required" : "NDA waived"]
    .filter(Boolean)
    .join(", ");
}
