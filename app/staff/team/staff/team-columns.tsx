import { Link } from "react-router";
import type { StaffListEntry } from "#auth/store/staff.server.ts";
import { ROLE_WORDS } from "#model/team.ts";
import { sortedBy, type ListSort } from "#values/list-sort.ts";
import type { Moment } from "#values/moments.ts";
import type { ListColumn } from "#web/lists/table.tsx";
import { When } from "#web/ui/when.tsx";

export const TEAM_SORTS = ["name", "email", "role", "two-factor", "seen"] as const;
type TeamSort = (typeof TEAM_SORTS)[number];

export const TEAM_USUAL_SORT: ListSort<TeamSort> = { by: "name", descending: false };

const SORT_VALUES: Readonly<Record<TeamSort, (person: StaffListEntry) => string | null>> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  role: ({ role }) => ROLE_WORDS[role].label,
  "two-factor": ({ hasSecondFactor }) => (hasSecondFactor ? "On" : "Off"),
  seen: ({ lastSeenAt }) => lastSeenAt,
};

/** The people of a team in an order. */
export function teamInOrder(
  staff: readonly StaffListEntry[],
  { by, descending }: ListSort<TeamSort>,
): StaffListEntry[] {
  return sortedBy(staff, SORT_VALUES[by], descending);
}

interface ShownPerson {
  id: string;
  name: string;
  email: string;
  role: string;
  isSelf: boolean;
  hasSecondFactor: boolean;
  lastSeen: Moment | null;
}

/** The columns of the team; a name leads to its person. */
export const TEAM_COLUMNS: readonly ListColumn<ShownPerson, TeamSort>[] = [
  {
    title: "Name",
    by: "name",
    namesRow: true,
    share: 3,
    full: ({ name }) => name,
    cell: ({ id, name, isSelf }) => (
      <>
        <Link to={`/team/${id}`}>{name}</Link>
        {isSelf ? <span className="font-normal text-muted"> (you)</span> : null}
      </>
    ),
  },
  {
    title: "Email",
    by: "email",
    share: 4,
    from: "table",
    full: ({ email }) => email,
    cell: ({ email }) => email,
  },
  { title: "Role", by: "role", cell: ({ role }) => role },
  {
    title: "Two-factor sign-in",
    by: "two-factor",
    from: "table",
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? "On" : "Off"),
  },
  {
    title: "Last seen",
    by: "seen",
    cell: ({ lastSeen }) => (lastSeen === null ? "Never" : <When at={lastSeen} />),
  },
];
