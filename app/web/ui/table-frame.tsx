import { SortLink, type SortableColumn } from "./sorted-head.tsx";
import { classNames } from "./class-names.ts";
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";

/** A column whose head is no word alone: what stands in its place, such as a button. */
export interface ControlColumn {
  title: string;
  control: ReactNode;
}

/** The rows of tables that are read: the first lines of all cells stand on one line. */
const READ_ROWS =
  "[&>tr>*]:align-baseline [&_td]:px-4 [&_td]:py-3 max-md:[&>tr]:block max-md:[&>tr]:py-2 max-md:[&>tr>*]:block max-md:[&>tr>*]:py-1.5 max-md:[&>tr>*]:break-words max-md:[&>tr>td:empty]:hidden max-md:[&>tr>*]:whitespace-normal max-md:[&>tr>td[data-label]]:before:block max-md:[&>tr>td[data-label]]:before:text-xs max-md:[&>tr>td[data-label]]:before:text-muted max-md:[&>tr>td[data-label]]:before:content-[attr(data-label)]";

/** The rows of a list (tokens.css). */
const LIST_ROWS = "list-rows";

const ROWS =
  "divide-y divide-line max-md:block [&_a:not([class*=rounded])]:py-1 [&_a:not([class*=rounded])]:text-accent [&_a:not([class*=rounded])]:underline";

/**
 * A table whose rows are cards where the page is narrow: there each cell stands below the name of
 * its column, or behind it in a list. Where it is wider than its page all the same, it scrolls
 * inside itself; the label names it for those who tab into it.
 * @param head the names of the columns; where one sorts the list, with where its name leads. Where
 *   the page is narrow these stand above the cards
 * @param headClasses the class of each head
 * @param isList each row is one line, and what does not fit is cut
 * @param children `tr` elements, each with a cell for every column
 */
export function TableFrame({
  label,
  head,
  headClasses = [],
  isList = false,
  children,
}: {
  label: string;
  head: readonly (string | SortableColumn | ControlColumn)[];
  headClasses?: readonly (string | undefined)[];
  isList?: boolean;
  children: ReactNode;
}) {
  const titles = head.map((column) => (typeof column === "string" ? column : column.title));
  const sorts = head.some((column) => typeof column !== "string");
  return (
    <section
      aria-label={label}
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full border-collapse text-start text-sm max-md:block">
        <thead className={sorts ? "max-md:block" : "max-md:sr-only"}>
          <tr
            className={classNames(
              "border-b border-line",
              sorts ? "max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:px-4 max-md:py-2" : null,
            )}
          >
            {head.map((column, at) => (
              <th
                key={at}
                scope="col"
                aria-sort={
                  typeof column === "object" && "sorted" in column ? column.sorted : undefined
                }
                className={classNames(
                  "text-start font-medium whitespace-nowrap text-muted",
                  isList ? "px-3 py-0.5 first:ps-4 last:pe-4 md:h-9" : "px-4 py-3",
                  typeof column === "string" ? "max-md:sr-only" : "py-0.5! max-md:p-0!",
                  headClasses[at],
                )}
              >
                {typeof column === "string" ? (
                  column
                ) : "control" in column ? (
                  column.control
                ) : (
                  <SortLink column={column} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classNames(ROWS, isList ? LIST_ROWS : READ_ROWS)}>
          {Children.map(children, (row) => labeled(row, titles))}
        </tbody>
      </table>
    </section>
  );
}

/** Columns of buttons and boxes, which say themselves what they are. */
const SELF_EVIDENT: readonly string[] = [
  "Select",
  "Remove",
  "Delete",
  "Actions",
  "Details",
  "Preview",
  "Download",
];

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
    cells.map((cell, at) => {
      const label = head[at] ?? "";
      return cell.type === "td" &&
        (cell as Cells).props.children !== null &&
        !SELF_EVIDENT.includes(label)
        ? cloneElement(cell as Cells, { "data-label": label })
        : cell;
    }),
  );
}
