import { Link } from "react-router";
import type { AccessRule } from "#access/access-requests/store/access-rules.server.ts";
import { ruleTitle } from "#model/access-rules/rule-words.ts";
import { RULE_ACTION_NAMES } from "#model/access-rules/rule-words.ts";
import { Button } from "#web/ui/button.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/** The rules in the order in which they are asked, with what moves and ends each. */
export function RuleList({
  rules,
}: {
  rules: readonly (AccessRule & { profileName: string | null; whom: string })[];
}) {
  return (
    <TableFrame label="Rules" head={["Order", "Who", "What happens", "Note", "Remove"]}>
      {rules.map((rule, i) => (
        <tr key={rule.id}>
          <td className="whitespace-nowrap">
            <form method="post" noValidate className="inline-flex items-center gap-2">
              <OnceField />
              <input type="hidden" name="ruleId" value={rule.id} />
              <span className="min-w-6">{i + 1}</span>{" "}
              <Button
                look="secondary"
                size="small"
                name="intent"
                value="up"
                disabled={i === 0}
                aria-label={`Move ${ruleTitle(rule)} up`}
              >
                Up
              </Button>{" "}
              <Button
                look="secondary"
                size="small"
                name="intent"
                value="down"
                disabled={i === rules.length - 1}
                aria-label={`Move ${ruleTitle(rule)} down`}
              >
                Down
              </Button>
            </form>
          </td>
          <th scope="row" className="min-w-[12rem] px-4 py-3 text-start align-top font-medium">
            <Link to={`/rules/${rule.id}`} className="break-all text-accent underline">
              {capitalized(ruleTitle(rule))}
            </Link>{" "}
            <span className="block font-normal text-muted">{rule.whom}</span>
          </th>
          <td>
            {RULE_ACTION_NAMES[rule.action]}{" "}
            <span className="block text-muted">{details(rule)}</span>
          </td>
          <td>{rule.note}</td>
          <td>
            <form method="post" noValidate>
              <OnceField />
              <input type="hidden" name="ruleId" value={rule.id} />
              <Button
                look="danger"
                size="small"
                name="intent"
                value="end"
                aria-label={`Remove the rule about ${ruleTitle(rule)}`}
              >
                Remove
              </Button>
            </form>
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}

/** Titles stand inside of sentences; domains and addresses stay as they are. */
function capitalized(title: string): string {
  return title.includes(" ") ? title.charAt(0).toUpperCase() + title.slice(1) : title;
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
