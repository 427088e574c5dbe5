import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";

/**
 * A table whose rows are cards where the page is narrow: there each cell stands below the name of
 * its column. Where it is wider than its page all the same, it scrolls inside itself; the label
 * names it for those who tab into it.
 * @param head the names of the columns
 * @param children `tr` elements, each with a cell for every column
 */
export function TableFrame({
  label,
  head,
  children,
}: {
  label: string;
  head: readonly string[];
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full border-collapse text-start text-sm max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line">
            {head.map((title) => (
              <th
                key={title}
                scope="col"
                className="px-4 py-3 text-start font-medium whitespace-nowrap text-muted"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block [&_a]:inline-block [&_a]:py-1 [&_td]:px-4 [&_td]:py-3 [&_td]:align-top max-md:[&>tr]:block max-md:[&>tr]:py-2 max-md:[&>tr>*]:block max-md:[&>tr>*]:py-1.5 max-md:[&>tr>*]:break-words max-md:[&>tr>td:empty]:hidden max-md:[&>tr>*]:whitespace-normal max-md:[&>tr>td[data-label]]:before:block max-md:[&>tr>td[data-label]]:before:text-xs max-md:[&>tr>td[data-label]]:before:text-muted max-md:[&>tr>td[data-label]]:before:content-[attr(data-label)]">
          {Children.map(children, (row) => labeled(row, head))}
        </tbody>
      </table>
    </section>
  );
}

type Cells = ReactElement<{ children?: ReactNode; "data-label"?: string }>;

/**
 * A row whose cells carry the names of their columns; a row that is made elsewhere stays as it is.
 */
function labeled(row: ReactNode, head: readonly string[]): ReactNode {
  if (!isValidElement(row) || row.type !== "tr") return row;
  const { props } = row as Cells;
  const cells = Children.toArray(props.children).filter((cell) => isValidElement(cell));
  return cloneElement(
    row as Cells,
    {},
    cells.map((cell, at) =>
      cell.type === "td" && (cell as Cells).props.children !== null
        ? cloneElement(cell as Cells, { "data-label": head[at] ?? "" })
        : cell,
    ),
  );
}
