import type { CustomerChanges } from "#access/access-requests/store/customer-domains.server.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";
import type { CustomerRow } from "./customer-rows.ts";
import { OnceField } from "#web/ui/once-field.tsx";

type Outcome = "fault" | "remove" | "add" | "change" | "same";

interface Line {
  row: number | null;
  text: string;
  outcome: Outcome;
  detail: string;
}

export interface Preview {
  /** The first of them, what is wrong before what is right. */
  lines: readonly Line[];
  counts: Record<Outcome, number>;
  total: number;
  /** Of what would happen. */
  stamp: string;
  /** The rows as they wait here, by id. */
  staged: string;
  fileName: string;
  how: "add" | "replace";
  /** Why it is shown again. */
  note: string | null;
}

/** Lines that the page shows; all of them count. */
const SHOWN = 200;

/** In a long list one looks for what is wrong, then for what goes. */
const ORDER: readonly Outcome[] = ["fault", "remove", "change", "add", "same"];

/** What the page shows of the rows, and of the domains that leave the list. */
export function previewOf(
  rows: readonly CustomerRow[],
  { add, change, remove }: CustomerChanges,
  rest: Omit<Preview, "lines" | "counts" | "total">,
): Preview {
  const added = new Set(add.map(({ domain }) => domain));
  const changed = new Set(change.map(({ domain }) => domain));
  const lines = rows.map((row): Line => {
    if ("fault" in row)
      return { row: row.row, text: row.text, outcome: "fault", detail: row.fault };
    const { domain, name } = row.customer;
    const outcome = added.has(domain) ? "add" : changed.has(domain) ? "change" : "same";
    return { row: row.row, text: domain, outcome, detail: name ?? "" };
  });
  for (const domain of remove)
    lines.push({ row: null, text: domain, outcome: "remove", detail: "Not in these rows" });
  const counts = { fault: 0, remove: 0, change: 0, add: 0, same: 0 };
  for (const { outcome } of lines) counts[outcome] += 1;
  const sorted = lines.toSorted((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  return { ...rest, lines: sorted.slice(0, SHOWN), counts, total: lines.length };
}

const WORDS: Readonly<Record<Outcome, { label: string; tone: Tone }>> = {
  add: { label: "Added", tone: "green" },
  change: { label: "Name changed", tone: "blue" },
  same: { label: "As it is", tone: "neutral" },
  remove: { label: "Removed", tone: "yellow" },
  fault: { label: "Left out", tone: "red" },
};

/** What would happen to the list, and the button that does it. */
export function CustomerPreview({
  preview: { lines, counts, total, stamp, staged, fileName, how, note },
}: {
  preview: Preview;
}) {
  const { add, change, remove, same, fault } = counts;
  return (
    <>
      {note === null ? null : (
        <p
          role="alert"
          className="mb-6 max-w-[44rem] rounded-md border border-yellow bg-yellow-soft p-4 text-sm text-yellow"
        >
          {note}
        </p>
      )}
      <p className="mb-2 text-muted [overflow-wrap:anywhere]">{fileName}</p>
      <p role="status" className="mb-6">
        {`${add} added, ${change} changed, ${remove} removed, ${same} as they are, ${fault} left out.`}{" "}
        <span className="text-muted">Nothing has changed yet.</span>
      </p>
      <form method="post" noValidate className="mb-8 flex flex-wrap gap-3">
        <OnceField />
        <input type="hidden" name="step" value="import" />
        <input type="hidden" name="staged" value={staged} />
        <input type="hidden" name="stamp" value={stamp} />
        <input type="hidden" name="how" value={how} />
        {add + change + remove === 0 ? null : <Button>Import</Button>}{" "}
        <ButtonLink to="/rules/customers/import" look="secondary">
          Previous
        </ButtonLink>
      </form>
      <TableFrame label="What would happen" head={["Row", "Domain", "What would happen"]}>
        {lines.map(({ row, text, outcome, detail }) => (
          <tr key={`${row ?? "removed"} ${text}`}>
            <td>{row}</td>
            <th scope="row" className="px-4 py-3 text-start align-top font-medium break-all">
              {text === "" ? "(empty)" : text}
            </th>
            <td>
              <Tag tone={WORDS[outcome].tone}>{WORDS[outcome].label}</Tag> {detail}
            </td>
          </tr>
        ))}
      </TableFrame>
      {total > lines.length ? (
        <p className="mt-2 text-sm text-muted">
          The first {lines.length} of {total.toLocaleString("en")} rows.
        </p>
      ) : null}
    </>
  );
}
