import type { RegisterLine } from "#model/settings/dora-lines.ts";
import { classNames } from "#web/ui/class-names.ts";

/**
 * Facts for a register, each with the column that it goes into.
 * @param narrow values below their labels on every screen
 */
export function RegisterLines({
  lines,
  narrow = false,
  className,
}: {
  lines: readonly RegisterLine[];
  narrow?: boolean;
  className?: string;
}) {
  return (
    <dl className={classNames("divide-y divide-line text-sm", className)}>
      {lines.map(({ label, column, values }) => (
        <div
          key={label}
          className={classNames(
            "grid gap-x-6 gap-y-1",
            narrow ? "px-3 py-2" : "px-4 py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]",
          )}
        >
          <dt className="font-medium">
            {label}{" "}
            {column === null ? null : (
              <span className="block text-xs font-normal text-muted">{column}</span>
            )}
          </dt>
          <dd className="space-y-1 font-normal break-words whitespace-pre-line">
            {values.map((value) => (
              <div key={value}>{value}</div>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
