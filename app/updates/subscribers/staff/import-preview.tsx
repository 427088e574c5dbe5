import type { ImportOutcome } from "../store/subscriber-imports.server.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export interface PreviewRow {
  row: number;
  text: string;
  outcome: ImportOutcome | { fault: string };
}

export interface Preview {
  /** The first of them, what is wrong before what is right. */
  rows: readonly PreviewRow[];
  counts: Record<OutcomeKind, number>;
  total: number;
  /** Of what would happen. */
  stamp: string;
  /** The rows as they wait here, by id. */
  staged: string;
  fileName: string;
  agreement: "mail" | "before";
  consent: string;
  /** Why it is shown again. */
  note: string | null;
}

type OutcomeKind = ImportOutcome | "fault";

/** Rows that the page shows; all of them count. */
const SHOWN = 200;

/** In a long list one looks for what is wrong, then for what stays out. */
const ORDER: readonly OutcomeKind[] = [
  "fault",
  "blocked",
  "unsubscribed",
  "confirm",
  "add",
  "subscribed",
];

const kindOf = ({ outcome }: PreviewRow): OutcomeKind =>
  typeof outcome === "string" ? outcome : "fault";

/** What the page shows of the rows. */
export function previewOf(
  rows: readonly PreviewRow[],
  rest: Omit<Preview, "rows" | "counts" | "total">,
): Preview {
  const counts: Record<OutcomeKind, number> = {
    fault: 0,
    blocked: 0,
    unsubscribed: 0,
    confirm: 0,
    add: 0,
    subscribed: 0,
  };
  for (const row of rows) counts[kindOf(row)] += 1;
  const sorted = rows.toSorted((a, b) => ORDER.indexOf(kindOf(a)) - ORDER.indexOf(kindOf(b)));
  return { ...rest, rows: sorted.slice(0, SHOWN), counts, total: rows.length };
}

/** What would happen to each row, and the button that does it. */
export function ImportPreview({
  preview: { rows, counts, total, stamp, staged, fileName, agreement, consent, note },
}: {
  preview: Preview;
}) {
  const taken = counts.add + counts.confirm;
  const out = total - taken;
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
        {taken === 1 ? "1 person" : `${taken} people`} will be{" "}
        {agreement === "mail" ? "asked to confirm by email" : "subscribed right away"}.
        {out === 0
          ? ""
          : ` ${out === 1 ? "1 row is" : `${out} rows are`} left out: ${leftOut(counts)}.`}{" "}
        <span className="text-muted">Nothing has changed yet.</span>
      </p>
      <form method="post" noValidate className="mb-8 flex flex-wrap gap-3">
        <OnceField />
        <input type="hidden" name="step" value="import" />
        <input type="hidden" name="staged" value={staged} />
        <input type="hidden" name="stamp" value={stamp} />
        <input type="hidden" name="agreement" value={agreement} />
        <input type="hidden" name="consent" value={consent} />
        {taken === 0 ? null : <Button>Import</Button>}{" "}
        <ButtonLink to="/subscribers/import" look="secondary">
          Previous
        </ButtonLink>
      </form>
      <TableFrame label="What would happen" head={["Row", "Address", "What would happen"]}>
        {rows.map((row) => (
          <tr key={row.row}>
            <td>{row.row}</td>
            <td className="min-w-[12rem] break-all">{row.text}</td>
            <td>
              <Outcome outcome={row.outcome} agreement={agreement} />
            </td>
          </tr>
        ))}
      </TableFrame>
      {total > rows.length ? (
        <p className="mt-2 text-sm text-muted">
          The first {rows.length} of {total} rows
          {counts.fault > 0 ? ", those with a fault before the others" : ""}.
        </p>
      ) : null}
    </>
  );
}

/** '2 with a fault, 1 blocked' */
function leftOut({ fault, subscribed, unsubscribed, blocked }: Preview["counts"]): string {
  const parts: [number, string][] = [
    [fault, "with a fault"],
    [subscribed, "subscribed already"],
    [unsubscribed, "unsubscribed"],
    [blocked, "blocked"],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(", ");
}

const WORDS: Readonly<Record<Exclude<ImportOutcome, "add">, { label: string; tone: Tone }>> = {
  confirm: { label: "Waited for a confirmation: is subscribed", tone: "green" },
  subscribed: { label: "Left out: a subscriber already", tone: "neutral" },
  unsubscribed: { label: "Left out: has unsubscribed", tone: "yellow" },
  blocked: { label: "Left out: blocked", tone: "red" },
};

function Outcome({
  outcome,
  agreement,
}: {
  outcome: PreviewRow["outcome"];
  agreement: "mail" | "before";
}) {
  if (typeof outcome !== "string") return <Tag tone="red">Left out: {outcome.fault}</Tag>;
  if (outcome === "add")
    return <Tag tone="green">{agreement === "mail" ? "Asked by email" : "Is subscribed"}</Tag>;
  return <Tag tone={WORDS[outcome].tone}>{WORDS[outcome].label}</Tag>;
}
