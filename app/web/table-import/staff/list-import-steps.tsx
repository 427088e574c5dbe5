import type { ReactNode } from "react";
import type { TableColumns } from "#model/table-import.ts";
import { Button } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import type { RowsOnPage } from "./rows-on-page.ts";
import type { AskedImport, Waiting, WaitingImport } from "./list-import.ts";
import { TableStepFields } from "./table-step.tsx";

/** The step that asks how a table is meant: a form that carries all that was said before. */
export function AskedTableStep<Column extends string>({
  table,
  asks: { asked, ...waiting },
  back,
}: {
  table: TableColumns<Column>;
  asks: AskedImport<Column>;
  /** The link back to the form. */
  back: ReactNode;
}) {
  return (
    <>
      <p className="mb-6 text-muted [overflow-wrap:anywhere]">{waiting.fileName}</p>
      <form method="post" noValidate className="max-w-[44rem] space-y-6" key={asked.seen}>
        <OnceField />
        <input type="hidden" name="step" value="preview" />
        <WaitingFields waiting={waiting} />
        <TableStepFields table={table} asked={asked} />
        <div className="flex flex-wrap gap-3">
          <Button>Next</Button> {back}
        </div>
      </form>
    </>
  );
}

/** What a form carries of what waits here. */
function WaitingFields({ waiting: { staged, kept } }: { waiting: Waiting }) {
  return (
    <>
      <input type="hidden" name="staged" value={staged} />
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** What would happen in one sentence, and the form that does it. */
export function ImportStep({
  preview,
  words,
  more = "",
  isEmpty,
  back,
}: {
  preview: WaitingImport;
  /** '2 added, 1 changed.' */
  words: string;
  /** What is said behind 'Nothing has changed yet.' */
  more?: string;
  /** There is nothing to do. */
  isEmpty: boolean;
  /** The link back to the form. */
  back: ReactNode;
}) {
  const { note, fileName, reading, stamp } = preview;
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
        {words} {reading.map((sentence) => `${sentence} `)}
        <span className="text-muted">{`Nothing has changed yet.${more}`}</span>
      </p>
      <form method="post" noValidate className="mb-8 flex flex-wrap gap-3">
        <OnceField />
        <input type="hidden" name="step" value="import" />
        <WaitingFields waiting={preview} />
        <input type="hidden" name="stamp" value={stamp} />
        {isEmpty ? null : <Button>Import</Button>} {back}
      </form>
    </>
  );
}

/** The other pages of what would happen: a form, since the rows wait here and no address names them. */
export function LinePages({
  preview,
}: {
  preview: WaitingImport & { lines: RowsOnPage<unknown> };
}) {
  const { page, pages } = preview.lines;
  if (pages <= 1) return null;
  const turn = (to: number, words: string) =>
    to < 1 || to > pages ? (
      <span />
    ) : (
      <Button name="page" value={to} look="secondary">
        {words}
      </Button>
    );
  return (
    <form
      method="post"
      noValidate
      aria-label="Pages of rows"
      className="flex items-center justify-between gap-4 pt-4"
    >
      <OnceField />
      <input type="hidden" name="step" value="preview" />
      <WaitingFields waiting={preview} />
      {turn(page - 1, "Previous rows")}
      <span className="text-sm text-muted">
        Page {page} of {pages}
      </span>
      {turn(page + 1, "Next rows")}
    </form>
  );
}
