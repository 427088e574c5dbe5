import { Link } from "react-router";
import { HOOKS_PAGE } from "#model/webhooks.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { HookState, type ShownState } from "./hook-state.tsx";

interface ShownHook {
  id: string;
  name: string;
  host: string;
  events: number;
  state: ShownState;
}

/** Webhooks or channels, each leading to its page. */
export function HookTable({
  label,
  empty,
  hooks,
}: {
  label: string;
  empty: { title: string; subtitle: string };
  hooks: readonly ShownHook[];
}) {
  if (hooks.length === 0) return <EmptyState icon="link" {...empty} />;
  return (
    <TableFrame label={label} head={["Name", "Host", "Events", "State"]}>
      {hooks.map(({ id, name, host, events, state }) => (
        <tr key={id}>
          <th
            scope="row"
            className="px-4 py-3 text-start align-top font-medium [overflow-wrap:anywhere]"
          >
            <Link to={`${HOOKS_PAGE}/${id}`}>{name}</Link>
          </th>
          <td className="break-all">{host}</td>
          <td>{events}</td>
          <td>
            <HookState state={state} />
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}
