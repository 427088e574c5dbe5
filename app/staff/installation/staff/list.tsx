import { Link } from "react-router";
import type { Route } from "./+types/list";
import { listInstalledOrgs } from "#tenancy/installation/store/suspensions.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatDate } from "#values/dates.ts";
import { pageTitle } from "#values/page-title.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { requireInstallationOwner } from "./door.ts";

export function meta() {
  return [{ title: pageTitle("Installation") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireInstallationOwner(context);
  const orgs = await listInstalledOrgs(context.get(servicesContext).store.read);
  return {
    orgs: orgs.map(({ createdAt, suspended, published, ...org }) => ({
      ...org,
      since: formatDate(createdAt, "UTC"),
      state: suspended !== null ? "Suspended" : published ? "Published" : "Not published",
    })),
  };
}

export default function Installation({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Installation</h1>
          <p className="mt-2 text-muted">All organizations on this installation.</p>
        </div>{" "}
        <ButtonLink to="/installation/new">Add organization</ButtonLink>
      </div>
      <TableFrame
        label="Organizations"
        head={["Name", "Address", "State", "Team members", "Since"]}
      >
        {loaderData.orgs.map(({ id, name, slug, state, staff, since }) => (
          <tr key={id}>
            <th scope="row" className="px-4 py-3 text-start align-top font-medium">
              <Link to={`/installation/${id}`} className="underline underline-offset-2">
                {name}
              </Link>
            </th>
            <td>/{slug}</td>
            <td>{state}</td>
            <td>{staff}</td>
            <td className="whitespace-nowrap">{since}</td>
          </tr>
        ))}
      </TableFrame>
    </>
  );
}
