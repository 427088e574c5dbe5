import type { PublicAccessLevel } from "#model/settings/customization.ts";
import { LEVEL_COLUMNS, levelTable, type LevelRow } from "#company/settings/rules/level-table.ts";
import { LEVEL_WORDS } from "#company/settings/rules/settings-forms.ts";
import { TableFrame } from "#web/ui/table-frame.tsx";

/**
 * What each viewer sees at each access level; the one that is in force stands open unless said
 * otherwise.
 */
export function LevelTables({
  current,
  closed = false,
}: {
  current: PublicAccessLevel;
  closed?: boolean;
}) {
  return (
    <section className="mt-12" aria-labelledby="what-each-sees">
      <h2 id="what-each-sees" className="text-lg font-semibold">
        What each viewer sees
      </h2>
      <p className="mt-1 mb-4 max-w-[44rem] text-sm text-muted">
        Only your team sees items that are not enabled and hidden cards. Your team sees everything.
      </p>
      <div className="space-y-3">
        {LEVEL_WORDS.map(({ value, label }) => (
          <details
            key={value}
            open={!closed && value === current}
            className="rounded-lg border border-line bg-surface"
          >
            <summary className="px-4 py-3 font-medium">
              {label}
              {value === current ? ", as it is now" : null}
            </summary>
            <div className="p-2 pt-0">
              <LevelTable label={`At the level ${label}`} rows={levelTable(value)} />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}

function LevelTable({ label, rows }: { label: string; rows: readonly LevelRow[] }) {
  return (
    <TableFrame label={label} head={["Viewer", ...LEVEL_COLUMNS]}>
      {rows.map(({ viewer, cells }) => (
        <tr key={viewer}>
          <th scope="row" className="min-w-[12rem] px-4 py-3 text-start align-top font-medium">
            {viewer}
          </th>
          {cells.map((cell, i) => (
            <td key={LEVEL_COLUMNS[i]}>{cell}</td>
          ))}
        </tr>
      ))}
    </TableFrame>
  );
}
