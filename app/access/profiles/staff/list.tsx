import { Link } from "react-router";
import type { Route } from "./+types/list";
import { summariseProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ListHead } from "#web/lists/head.tsx";
import { ListTable, type ListColumn } from "#web/lists/table.tsx";
import { EmptyState } from "#web/ui/screens.tsx";

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

type ShownProfile = Route.ComponentProps["loaderData"]["profiles"][number];

/** @param orgSlug where a profile is previewed */
const columnsOf = (orgSlug: string): ListColumn<ShownProfile>[] => [
  {
    title: "Name",
    namesRow: true,
    share: 5,
    full: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to={`/profiles/${id}`} className="text-accent underline">
        {name}
      </Link>
    ),
  },
  { title: "Includes", from: "table", cell: includes },
  { title: "Accounts", cell: ({ accounts }) => accounts },
  {
    title: "Preview",
    isAction: true,
    cell: ({ id, name }) => (
      <a
        href={`/${orgSlug}?permissionProfileId=${id}`}
        className="text-accent underline"
        aria-label={`Preview as ${name}`}
      >
        Preview
      </a>
    ),
  },
];

export default function Profiles({ loaderData }: Route.ComponentProps) {
  const { profiles, orgSlug } = loaderData;
  return (
    <>
      <ListHead
        title="Permission profiles"
        count={profiles.length === 1 ? "1 profile" : `${profiles.length} profiles`}
        lead="Reusable sets of items you can share with accounts. An account has one profile per product."
        actions={[{ words: "Add profile", to: "/profiles/new" }]}
      />
      {profiles.length === 0 ? (
        <EmptyState
          icon="lock"
          title="No profiles yet"
          subtitle="Add a profile before you approve your first request."
        />
      ) : (
        <ListTable
          label="Permission profiles"
          columns={columnsOf(orgSlug)}
          rows={profiles}
          rowKey={({ id }) => id}
        />
      )}
    </>
  );
}

function includes({ allItems, chosenItems }: { allItems: boolean; chosenItems: number }): string {
  if (allItems) return "Every item in every product";
  return chosenItems === 1 ? "1 chosen item" : `${chosenItems} chosen items`;
}
