import { Link } from "react-router";
import type { Route } from "./+types/staff.card";
import { mustFindProfile } from "./store/permission-profiles.server.ts";
import { cardChoices, chooseItemsOfCard, itemChoices } from "./store/profile-choices.server.ts";
import { servicesContext } from "../../context.ts";
import { isCardKind } from "../cards/rules/kinds.ts";
import { pageTitle } from "../../values/page-title.ts";
import { cardItemsSchema } from "./forms.ts";
import { redirectWithFlash } from "../../http/request/flash.ts";
import { formFailed, formAction, notFound } from "../../forms/form.ts";
import { requireStaff } from "../../auth/current-staff.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Pager } from "../../ui/pager.tsx";
import { PostForm } from "../../ui/post-form.tsx";
import { Tag } from "../../ui/tag.tsx";
import { record } from "./staff.changes.ts";

/**
 * Checkboxes on one page: with their twins that say what was shown they stay far below a form's
 * limit.
 */
const PER_PAGE = 200;

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    {
      title: pageTitle(
        loaderData === undefined
          ? "Permission profile"
          : `${loaderData.title}: ${loaderData.profile.name}`,
        loaderData?.failed,
      ),
    },
  ];
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const { profileId, productId, kind } = params;
  const profile = await mustFindProfile(read, org.id, profileId).catch(() => null);
  const card =
    profile === null
      ? undefined
      : (await cardChoices(read, org.id, profileId)).find(
          (candidate) => candidate.productId === productId && candidate.kind === kind,
        );
  if (profile === null || card === undefined) throw notFound();
  const items = await itemChoices(read, org.id, profileId, productId, card.kind);
  const pages = Math.max(1, Math.ceil(items.length / PER_PAGE));
  const page = Math.min(
    Math.max(1, Math.trunc(Number(url.searchParams.get("page") ?? 1)) || 1),
    pages,
  );
  return {
    profile: { id: profile.id, name: profile.name, allItems: profile.allItems },
    title: card.title,
    here: `/profiles/${profileId}/${productId}/${card.kind}`,
    items: items.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    total: items.length,
    page,
    pages,
    failed: formFailed(context),
  };
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const { profileId, productId, kind } = params;
  if (!isCardKind(kind)) throw notFound();
  return formAction({ request, context }, cardItemsSchema, async (submitted) => {
    const { choice, shown, items } = submitted.value;
    const chosen = await record(
      { context, org, session, profileId },
      "profile.items-chosen",
      { card: kind, choice },
      (trx) =>
        chooseItemsOfCard(trx, org.id, profileId, {
          productId,
          kind,
          choice: choice === "ticked" ? { shown, ticked: items } : choice,
        }),
    );
    return redirectWithFlash(
      context,
      `${url.pathname}${url.search}`,
      chosen === 1
        ? "1 item of this card is included."
        : `${chosen} items of this card are included.`,
    );
  });
}

export default function CardOfProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, title, items, here, page, pages, total } = loaderData;
  const errors = Object.values(actionData?.result.error ?? {}).flatMap(
    (messages) => messages ?? [],
  );
  return (
    <div className="max-w-[48rem]">
      <p className="mb-2 text-sm">
        <Link to={`/profiles/${profile.id}`} className="text-accent underline">
          {profile.name}
        </Link>
      </p>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 mb-8 text-muted">
        {profile.allItems
          ? "This profile includes every item. Your selection here applies when you change it to chosen items."
          : "Ticked items are open to accounts with this profile, with their documents. Public items are open to everyone."}
      </p>
      <ErrorSummary errors={errors} fields={[]} />
      <PostForm key={items.map((item) => `${item.uid}${item.chosen}`).join()}>
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {items.map((item, i) => (
            <li key={item.uid} className="flex items-start gap-3 px-4 py-3">
              <input type="hidden" name="shown" value={item.uid} />
              <input
                id={`item-${i}`}
                type="checkbox"
                name="items"
                value={item.uid}
                defaultChecked={item.chosen}
                className="size-6 flex-none accent-accent"
              />{" "}
              <label htmlFor={`item-${i}`} className="min-w-0 grow py-0.5">
                {item.title}{" "}
                <span className="inline-flex flex-wrap gap-1.5 align-middle">
                  {item.publicAccess ? <Tag tone="green">Public</Tag> : null}
                  {item.hidden ? <Tag tone="yellow">Hidden</Tag> : null}
                  {item.state === "NotEnabled" ? <Tag>Not enabled</Tag> : null}
                  {item.state === "WorkInProgress" ? <Tag tone="blue">In Progress</Tag> : null}
                  {item.documents === 0 ? null : (
                    <Tag tone="accent">
                      {item.documents === 1 ? "1 document" : `${item.documents} documents`}
                    </Tag>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button name="choice" value="ticked">
            Save
          </Button>{" "}
          <Button look="secondary" name="choice" value="all">
            Select all {total}
          </Button>{" "}
          <Button look="secondary" name="choice" value="none">
            Select none
          </Button>
        </div>
      </PostForm>
      <Pager
        page={page}
        pages={pages}
        href={(target) => `${here}?page=${target}`}
        label="Pages of items"
      />
    </div>
  );
}
