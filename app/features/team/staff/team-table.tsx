import { Link } from "react-router";
import { TableFrame } from "../../../ui/table-frame.tsx";

interface ShownPerson {
  id: string;
  name: string;
  email: string;
  role: string;
  isSelf: boolean;
  totpEnrolled: boolean;
  lastSeen: { iso: string; text: string } | null;
}

/** Everybody on the team, each with the way to their page. */
export function TeamTable({ staff }: { staff: readonly ShownPerson[] }) {
  return (
    <TableFrame
      label="Everyone on the team"
      head={["Name", "Email", "Role", "Two-factor sign-in", "Last seen"]}
    >
      {staff.map((person) => (
        <tr key={person.id}>
          <th scope="row" className="px-4 py-3 text-start align-top font-medium">
            <Link to={`/team/${person.id}`} className="underline underline-offset-2">
              {person.name}
            </Link>
            {person.isSelf ? <span className="font-normal text-muted"> (you)</span> : null}
          </th>
          <td>{person.email}</td>
          <td>{person.role}</td>
          <td>{person.totpEnrolled ? "On" : "Off"}</td>
          <td className="whitespace-nowrap">
            {person.lastSeen === null ? (
              "Never"
            ) : (
              <time dateTime={person.lastSeen.iso}>{person.lastSeen.text}</time>
            )}
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}
