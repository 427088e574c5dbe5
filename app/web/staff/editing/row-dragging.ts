import { useEffect, useRef, useState, type RefObject } from "react";
import { placeOf, type Columns } from "#values/ordering.ts";

/** Where a dragged row would be dropped: at which edge of which row. */
export interface DropEdge {
  id: string;
  edge: "top" | "bottom";
}

/**
 * Lets the rows (`[data-row]`) of the lists (`[data-list]`) be dragged onto the top or bottom edge
 * of another row, or into an empty list. Buttons and keys do the same; the library comes once the
 * dialog stands.
 * @param onPlace told where a row was dropped, counted without it
 * @returns the edge to be marked while a row is dragged
 */
export function useRowDragging(
  root: RefObject<HTMLElement | null>,
  columns: Columns,
  onPlace: (id: string, to: { column: number; index: number }) => void,
): DropEdge | null {
  const [edge, setEdge] = useState<DropEdge | null>(null);
  const latest = useRef({ columns, onPlace });
  useEffect(() => {
    latest.current = { columns, onPlace };
  });
  const ids = columns.flat().toSorted().join("\n");

  useEffect(() => {
    let stop: (() => void) | null = null;
    let gone = false;
    const known = new Set(ids.split("\n"));
    void Promise.all([
      import("@atlaskit/pragmatic-drag-and-drop/element/adapter"),
      import("@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge"),
    ]).then(([adapter, hitbox]) => {
      const element = root.current;
      if (gone || element === null) return;
      const edgeOf = (data: Record<string | symbol, unknown>): DropEdge | null => {
        const found = hitbox.extractClosestEdge(data);
        return typeof data.row === "string" && (found === "top" || found === "bottom")
          ? { id: data.row, edge: found }
          : null;
      };
      const stops = [
        ...[...element.querySelectorAll<HTMLElement>("[data-row]")]
          .filter((row) => known.has(row.dataset.row ?? ""))
          .flatMap((row) => [
            adapter.draggable({ element: row, getInitialData: () => ({ row: row.dataset.row }) }),
            adapter.dropTargetForElements({
              element: row,
              canDrop: ({ source }) => source.data.row !== row.dataset.row,
              getData: ({ input, element: over }) =>
                hitbox.attachClosestEdge(
                  { row: row.dataset.row },
                  { input, element: over, allowedEdges: ["top", "bottom"] },
                ),
            }),
          ]),
        ...[...element.querySelectorAll<HTMLElement>("[data-list]")].map((list) =>
          adapter.dropTargetForElements({
            element: list,
            getData: () => ({ list: Number(list.dataset.list) }),
          }),
        ),
        adapter.monitorForElements({
          onDrag: ({ location }) => setEdge(edgeOf(location.current.dropTargets[0]?.data ?? {})),
          onDrop({ source, location }) {
            setEdge(null);
            const id = source.data.row;
            const target = location.current.dropTargets[0]?.data;
            if (typeof id !== "string" || target === undefined) return;
            const to = dropPlace(latest.current.columns, id, edgeOf(target), target.list);
            if (to !== null) latest.current.onPlace(id, to);
          },
        }),
      ];
      stop = () => stops.forEach((end) => end());
    });
    return () => {
      gone = true;
      stop?.();
    };
    // Rows keep their elements when they move; only another set of rows is another set of elements.
  }, [root, ids]);
  return edge;
}

/** The place that a drop means, counted without the dragged row. */
function dropPlace(
  columns: Columns,
  id: string,
  edge: DropEdge | null,
  list: unknown,
): { column: number; index: number } | null {
  if (edge === null) return typeof list === "number" ? { column: list, index: Infinity } : null;
  const without = columns.map((ids) => ids.filter((other) => other !== id));
  const place = placeOf(without, edge.id);
  return place === null
    ? null
    : { column: place.column, index: place.index + (edge.edge === "bottom" ? 1 : 0) };
}
