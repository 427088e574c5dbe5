import type { ReactNode } from "react";
import type { ImportOutcome } from "../store/subscriber-imports.server.ts";
import type { ShownPreview } from "#web/table-import/staff/list-import.ts";
import { ImportStep, LinePages } from "#web/table-import/staff/list-import-steps.tsx";
import { byOutcome } from "#web/table-import/staff/rows-on-page.ts";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";

export interface PreviewRow {
  row: number;
  text: string;
  outcome: ImportOutcome | { fault: string };
}

interface Shown {
  counts: Record<OutcomeKind, number>;
  agreement: "mail" | "before";
}

type OutcomeKind = ImportOutcome | "fault";

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
  agreement: Shown["agreement"],
): { lines: readonly PreviewRow[]; shown: Shown } {
  const counts: Record<OutcomeKind, number> = {
    fault: 0,
    blocked: 0,
    unsubscribed: 0,
    confirm: 0,
    add: 0,
    subscribed: 0,
  };
  for (const row of rows) counts[kindOf(row)] += 1;
  return { lines: byOutcome(rows, ORDER, kindOf), shown: { agreement, counts } };
}

/** What would happen to each row, and the button that does it. */
export function ImportPreview({
  preview,
  back,
}: {
  preview: ShownPreview<PreviewRow, Shown>;
  back: ReactNode;
}) {
  const { lines, counts, agreement } = preview;
  const taken = counts.add + counts.confirm;
  const out = lines.total - taken;
  const words = [
    `${taken === 1 ? "1 person" : `${taken} people`} will be ${agreement === "mail" ? "asked to confirm by email" : "subscribed right away"}.`,
    ...(out === 0
      ? []
      : [`${out === 1 ? "1 row" : `${out} rows`} will be skipped: ${leftOut(counts)}.`]),
  ];
  return (
    <>
      <ImportStep preview={preview} words={words.join(" ")} isEmpty={taken === 0} back={back} />
      <TableFrame label="What would happen" head={["Row", "Address", "What would happen"]}>
        {lines.rows.map((row) => (
          <tr key={row.row}>
            <td>{row.row}</td>
            <td className="min-w-[12rem] break-all">{row.text}</td>
            <td>
              <Outcome outcome={row.outcome} agreement={agreement} />
            </td>
          </tr>
        ))}
      </TableFrame>
      <LinePages preview={preview} />
    </>
  );
}

/** '2 with an error, 1 blocked' */
function leftOut({ fault, subscribed, unsubscribed, blocked }: Shown["counts"]): string {
  const parts: [number, string][] = [
    [fault, "with an error"],
    [subscribed, "already subscribed"],
    [unsubscribed, "unsubscribed"],
    [blocked, "blocked"],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(", ");
}

const WORDS: Readonly<Record<Exclude<ImportOutcome, "add">, { label: string; tone: Tone }>> = {
  confirm: { label: "Pending, will be subscribed", tone: "green" },
  subscribed: { label: "Skipped: already subscribed", tone: "neutral" },
  unsubscribed: { label: "Skipped: unsubscribed", tone: "yellow" },
  blocked: { label: "Skipped: blocked", tone: "red" },
};

function Outcome({
  outcome,
  agreement,
}: {
  outcome: PreviewRow["outcome"];
  agreement: "mail" | "before";
}) {
  if (typeof outcome !== "string") return <Tag tone="red">Skipped: {outcome.fault}</Tag>;
  if (outcome === "add")
    return (
      <Tag tone="green">
        {agreement === "mail" ? "Will be asked by email" : "Will be subscribed"}
      </Tag>
    );
  return <Tag tone={WORDS[outcome].tone}>{WORDS[outcome].label}</Tag>;
}
