import { Link } from "react-router";
import type { Route } from "./+types/list";
import { summariseProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";

export function meta() {
  return [{ title: pageTitle("Permission profiles") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  return {
    orgSlug: org.slug,
    profiles: await summariseProfiles(context.get(servicesContext).store.read, org.id),
  };
}

export default function Profiles({ loaderData }: Route.ComponentProps) {
  const { profiles, orgSlug } = loaderData;
  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Permission profiles</h1>
          <p className="mt-2 max-w-[44rem] text-muted">
            Reusable sets of items that you can share with accounts. An account has one profile per
            product.
          </p>
        </div>{" "}
        <ButtonLink to="/profiles/new">Add profile</ButtonLink>
      </div>
      {profiles.length === 0 ? (
        <EmptyState
          icon="lock"
          title="No profiles yet"
          subtitle="Create a profile before you approve your first request."
        />
      ) : (
        <TableFrame label="Permission profiles" head={["Name", "Includes", "Accounts", "Preview"]}>
          {profiles.map((profile) => (
            <tr key={profile.id}>
              <th scope="row" className="px-4 py-3 text-start align-top font-medium">
                <Link to={`/profiles/${profile.id}`} className="text-accent underline">
                  {profile.name}
                </Link>
              </th>
              <td>{includes(profile)}</td>
              <td>{profile.accounts}</td>
              <td>
                <a
                  href={`/${orgSlug}?permissionProfileId=${profile.id}`}
                  className="text-accent underline"
                  aria-label={`Preview as ${profile.name}`}
                >
                  Preview
                </a>
              </td>
            </tr>
          ))}
        </TableFrame>
      )}
    </>
  );
}

function includes({ allItems, chosenItems }: { allItems: boolean; chosenItems: number }): string {
  if (allItems) return "Every item of every product";
  return chosenItems === 1 ? "1 chosen item" : `${chosenItems} chosen items`;
}
