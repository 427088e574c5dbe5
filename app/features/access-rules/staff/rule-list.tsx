import { Link } from "react-router";
import type { AccessRule } from "../store/access-rules.server.ts";
import { shownAddress } from "../../privacy/rules/erased.ts";
import { RULE_ACTION_NAMES } from "../forms.ts";
import { Button } from "../../../ui/button.tsx";
import { TableFrame } from "../../../ui/table-frame.tsx";

/** The rules in the order in which they are asked, with what moves and ends each. */
export function RuleList({
  rules,
}: {
  rules: readonly (AccessRule & { profileName: string | null })[];
}) {
  return (
    <TableFrame label="Rules" head={["Order", "Who", "What happens", "Note", "Remove"]}>
      {rules.map((rule, i) => (
        <tr key={rule.id}>
          <td className="whitespace-nowrap">
            <form method="post" noValidate className="inline-flex items-center gap-2">
              <input type="hidden" name="ruleId" value={rule.id} />
              <span className="min-w-6">{i + 1}</span>{" "}
              <Button
                look="secondary"
                size="small"
                name="intent"
                value="up"
                disabled={i === 0}
                aria-label={`Move ${shownAddress(rule.pattern)} up`}
              >
                Up
              </Button>{" "}
              <Button
                look="secondary"
                size="small"
                name="intent"
                value="down"
                disabled={i === rules.length - 1}
                aria-label={`Move ${shownAddress(rule.pattern)} down`}
              >
                Down
              </Button>
            </form>
          </td>
          <th scope="row" className="min-w-[12rem] px-4 py-3 text-start align-top font-medium">
            <Link to={`/rules/${rule.id}`} className="break-all text-accent underline">
              {shownAddress(rule.pattern)}
            </Link>{" "}
            <span className="block font-normal text-muted">
              {rule.matches === "domain" ? "Anyone at this domain" : "this address"}
            </span>
          </th>
          <td>
            {RULE_ACTION_NAMES[rule.action]}{" "}
            <span className="block text-muted">{details(rule)}</span>
          </td>
          <td>{rule.note}</td>
          <td>
            <form method="post" noValidate>
              <input type="hidden" name="ruleId" value={rule.id} />
              <Button
                look="danger"
                size="small"
                name="intent"
                value="end"
                aria-label={`Remove the rule about ${shownAddress(rule.pattern)}`}
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
