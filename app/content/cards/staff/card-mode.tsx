import { pageAsked } from "#values/page-query.ts";
import { Outlet, useOutletContext } from "react-router";
import type { Route } from "./+types/card-mode";
import { viewerContext } from "#platform/context.ts";
import { NOT_EXPANDABLE_KINDS, isCardKind } from "#model/cards/kinds.ts";
import { isOwner } from "#model/visibility/viewer.ts";
import { formCameBack } from "#web/forms/form.ts";
import { cardPage } from "./card-page.ts";
import { CardForm } from "./card-form.tsx";
import { cardAction } from "./save-card.ts";
import { editRequest } from "#web/staff/editing/edit-request.ts";

export const handle = { dialog: true };

/**
 * A card at its address, in one of two modes: as everybody reads it, which is the portal's page
 * below, or with `edit=true`, for those who may, as a form.
 */
export async function loader(args: Route.LoaderArgs) {
  const { context, params, url } = args;
  // The body of a form that was refused came to the same address.
  const editing = url.searchParams.get("edit") === "true" || formCameBack(context);
  if (
    !editing ||
    !isOwner(context.get(viewerContext), "statuspage:edit") ||
    !isCardKind(params.kind) ||
    NOT_EXPANDABLE_KINDS.has(params.kind)
  )
    return null;
  return cardPage(await editRequest(args), params.kind, pageAsked(url.searchParams.get("page")));
}

export function action(args: Route.ActionArgs) {
  return cardAction(args);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export default function CardMode({ loaderData, actionData }: Route.ComponentProps) {
  const context = useOutletContext();
  // Another card, and another page of its items, is another form: nothing of this one's may stay in
  // its inputs.
  return loaderData === null ? (
    <Outlet context={context} />
  ) : (
    <CardForm
      key={`${loaderData.kind} ${loaderData.paging.page}`}
      card={loaderData}
      answer={actionData}
    />
  );
}
