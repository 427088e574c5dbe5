import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { useRef, useState } from "react";
import type * as z from "zod";
import type { Route } from "./+types/detail";
import { summariseProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { cardNames } from "../store/profile-choices.server.ts";
import { comparedWith, treePage } from "../store/profile-pages.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { profileIntentSchema, profileSchema, type ProfileIntent } from "../forms/profiles.ts";
import { formAction, formFailed, notFound } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { CompareForm, ComparePanel } from "./compare.tsx";
import { removeThis, saveThis, type ProfileChange } from "./changes.ts";
import { ProfileFields } from "./form.tsx";
import { TreeSearch } from "./tree-search.tsx";
import { Count, Tree } from "./tree.tsx";
import { includedWords } from "../rules/profiles.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: pageTitle(loaderData?.profile.name ?? "Permission profile", loaderData?.failed) },
  ];
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const profiles = await summariseProfiles(read, org.id);
  const profile = profiles.find(({ id }) => id === params.profileId);
  if (profile === undefined) throw notFound();
  const search = (url.searchParams.get("q") ?? "").slice(0, 200);
  const opened = url.searchParams.get("card") ?? "";
  const page = Number(url.searchParams.get("page") ?? 1);
  const cards = await cardNames(read, org.id);
  const other = profiles.find(({ id }) => id === url.searchParams.get("with"));
  return {
    profile,
    others: profiles.filter(({ id }) => id !== profile.id).map(({ id, name }) => ({ id, name })),
    search,
    opened,
    comparison:
      other === undefined || other.id === profile.id
        ? null
        : await comparedWith(read, org.id, { profile, other, cards }),
    with: other?.id ?? "",
    tree: await treePage(read, org.id, { profileId: profile.id, cards, search, opened, page }),
    here: `/profiles/${profile.id}`,
    orgSlug: org.slug,
    failed: formFailed(context),
    constraint: formConstraint(profileSchema),
  };
}

const CHANGES: Readonly<
  Record<ProfileIntent, (change: ProfileChange) => ReturnType<typeof saveThis>>
> = { save: saveThis, remove: removeThis };

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const here = `${url.pathname}${url.search}`;
  return formAction({ request, context }, profileIntentSchema, ({ value, form }) =>
    CHANGES[value.intent]({ context, org, session, profileId: params.profileId, form, here }),
  );
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, others, orgSlug, comparison, here } = loaderData;
  const [search, setSearch] = useState(loaderData.search);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{profile.name}</h1>
          <p className="mt-2 text-muted">
            {profile.accounts === 1
              ? "1 account has this profile."
              : `${profile.accounts} accounts have this profile.`}{" "}
            Changes apply immediately.
          </p>
        </div>{" "}
        <a href={`/${orgSlug}?permissionProfileId=${profile.id}`} className="text-accent underline">
          Preview as an account with this profile
        </a>
      </div>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <TreeSearch
          search={search}
          sought={loaderData.search}
          here={here}
          onSearch={loaderData.tree.isLarge ? null : setSearch}
        />
        <CompareForm others={others} chosen={loaderData.with} />
      </div>
      {comparison === null ? null : <ComparePanel comparison={comparison} close={here} />}
      <ProfileEditor
        key={`${profile.name} ${profile.allItems}`}
        loaderData={loaderData}
        result={actionData?.result ?? null}
        search={loaderData.tree.isLarge ? loaderData.search : search}
      />
      {profile.accounts === 0 ? (
        <form method="post" noValidate className="mt-12 border-t border-line pt-6">
          <OnceField />
          <input type="hidden" name="intent" value="remove" />
          <Button look="danger">Delete profile</Button>
        </form>
      ) : null}
    </>
  );
}

/** Name, scope and the tree: one form, one Save. */
function ProfileEditor({
  loaderData,
  result,
  search,
}: {
  loaderData: Route.ComponentProps["loaderData"];
  result: SubmissionResult | null;
  search: string;
}) {
  const { profile, tree, constraint } = loaderData;
  const [form, fields] = useForm<z.input<typeof profileSchema>>({
    id: "profile",
    lastResult: result,
    constraint,
    defaultValue: { name: profile.name, scope: profile.allItems ? "all" : "chosen" },
  });
  const branches = useRef<HTMLDivElement>(null);
  const sent: unknown = result?.initialValue?.items;
  const ticked =
    result?.initialValue === undefined || result.initialValue === null
      ? null
      : new Set([sent ?? []].flat().map(String));
  return (
    <PostForm
      {...getFormProps(form, { ariaAttributes: false })}
      className="group/profile space-y-6"
    >
      <input type="hidden" name="intent" value="save" />
      {/* Enter in a field saves; the first button of the tree would take a whole card. */}
      <button type="submit" hidden tabIndex={-1}>
        Save
      </button>
      <ErrorSummary errors={form.errors} fields={[fields.name, fields.scope]} />
      <ProfileFields fields={fields} />
      <div
        ref={branches}
        // With every item chosen, ticks decide nothing; they are kept for another time.
        className="space-y-8 group-has-[[name=scope][value=all]:checked]/profile:hidden"
      >
        {/* What is saved is what the boxes show, so new ones take their place. */}
        <Tree
          key={tree.products.flatMap((p) => p.cards.map((c) => c.chosen.items)).join()}
          tree={tree}
          search={search}
          opened={loaderData.opened}
          ticked={ticked}
          here={loaderData.here}
        />
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-page py-3">
        <Button>Save</Button>{" "}
        <ButtonLink to="/profiles" look="secondary">
          Cancel
        </ButtonLink>{" "}
        <p className="text-sm text-muted group-has-[[name=scope][value=all]:checked]/profile:hidden">
          <Count
            key={includedWords(tree.total)}
            of={branches}
            saved={tree.total}
            counts={!tree.isLarge}
          />
        </p>
      </div>
    </PostForm>
  );
}
