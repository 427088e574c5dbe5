import type { ImportOutcome } from "../../../db/subscriber-imports.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TableFrame } from "../../ui/table-frame.tsx";
import { Tag, type Tone } from "../../ui/tag.tsx";

export interface PreviewRow {
  line: number;
  text: string;
  outcome: ImportOutcome | { fault: string };
}

interface ImportPreviewProps {
  rows: readonly PreviewRow[];
  csv: string;
  agreement: "mail" | "before";
  consent: string;
}

/** Rows that the page shows; all of them count. */
const SHOWN = 200;

/** What would happen to each row, and the button that does it. */
export function ImportPreview({ rows, csv, agreement, consent }: ImportPreviewProps) {
  const taken = rows.filter(({ outcome }) => outcome === "add" || outcome === "confirm").length;
  const out = rows.length - taken;
  return (
    <>
      <p role="status" className="mb-6 text-muted">
        {taken === 1 ? "1 person" : `${taken} people`} will be {agreement === "mail" ? "asked to confirm by mail" : "subscribed at once"}.{out === 0 ? "" : ` ${out === 1 ? "1 row is" : `${out} rows are`} left out.`} Nothing has changed yet.
      </p>
      <form method="post" className="mb-8 flex flex-wrap gap-3">
        <input type="hidden" name="step" value="import" />
        <input type="hidden" name="csv" value={csv} />
        <input type="hidden" name="agreement" value={agreement} />
        <input type="hidden" name="consent" value={consent} />
        {taken === 0 ? null : <Button>Import</Button>}{" "}
        <ButtonLink to="/subscribers/import" look="secondary">
          Previous
        </ButtonLink>
      </form>
      <TableFrame label="What would happen" head={["Line", "Address", "What would happen"]}>
        {rows.slice(0, SHOWN).map((row) => (
          <tr key={row.line}>
            <td>{row.line}</td>
            <td className="break-all">{row.text}</td>
            <td>
              <Outcome outcome={row.outcome} agreement={agreement} />
            </td>
          </tr>
        ))}
      </TableFrame>
      {rows.length > SHOWN ? <p className="mt-2 text-sm text-muted">The first {SHOWN} of {rows.length} rows.</p> : null}
    </>
  );
}

const WORDS: Readonly<Record<Exclude<ImportOutcome, "add">, { label: string; tone: Tone }>> = {
  confirm: { label: "Waited for a confirmation: is subscribed", tone: "green" },
  subscribed: { label: "Left out: a subscriber already", tone: "neutral" },
  unsubscribed: { label: "Left out: has unsubscribed", tone: "yellow" },
  blocked: { label: "Left out: blocked", tone: "red" },
};

function Outcome({ outcome, agreement }: { outcome: PreviewRow["outcome"]; agreement: "mail" | "before" }) {
  if (typeof outcome !== "string") return <Tag tone="red">Left out: {outcome.fault}</Tag>;
  if (outcome === "add") return <Tag tone="green">{agreement === "mail" ? "Is asked by mail" : "Is subscribed"}</Tag>;
  return <Tag tone={WORDS[outcome].tone}>{WORDS[outcome].label}</Tag>;
}
