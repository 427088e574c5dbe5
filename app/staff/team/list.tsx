import type { Route } from "./+types/list";
import { listStaffOfOrg } from "../../../db/staff.ts";
import { servicesContext } from "../../context.ts";
import { formatMoment } from "../../domain/moments.ts";
import { pageTitle } from "../../domain/page-title.ts";
import { requireStaff } from "../../middleware/staff.ts";
import { TableFrame } from "../../ui/table-frame.tsx";

/** Where the table is wider than the page: written by the style sheet, for those who see the page as it lays it out. */
const HINT = "mb-2 md:hidden text-sm text-muted before:content-['Scroll_the_table_sideways_for_more']";

export function meta() {
  return [{ title: pageTitle("Team") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "team:edit");
  const staff = await listStaffOfOrg(context.get(servicesContext).store.read, org.id);
  return {
    orgName: org.name,
    staff: staff.map(({ lastSeenAt, ...person }) => ({
      ...person,
      lastSeen: lastSeenAt === null ? null : { iso: lastSeenAt, text: formatMoment(lastSeenAt, org.timeZone) },
    })),
  };
}

export default function Team({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Team</h1>
      <p className="mt-2 mb-8 text-muted">Everyone with a role in {loaderData.orgName}.</p>
      <div aria-hidden="true" className={HINT} />
      <TableFrame label="Team" head={["Name", "Email", "Role", "Two-factor sign-in", "Last seen"]}>
        {loaderData.staff.map((person) => (
          <tr key={person.id}>
            <th scope="row" className="px-4 py-3 text-start align-top font-medium">
              {person.name}
            </th>
            <td>{person.email}</td>
            <td className="capitalize">{person.role}</td>
            <td>{person.totpEnrolled ? "On" : "Off"}</td>
            <td className="whitespace-nowrap">{person.lastSeen === null ? "Never" : <time dateTime={person.lastSeen.iso}>{person.lastSeen.text}</time>}</td>
          </tr>
        ))}
      </TableFrame>
    </>
  );
}
