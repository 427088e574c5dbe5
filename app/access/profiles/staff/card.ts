import { redirect } from "react-router";
import type { Route } from "./+types/card";
import { isCardKind } from "#model/cards/kinds.ts";
import { servicesContext } from "#platform/context.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { notFound } from "#web/forms/form.ts";
import { cardKey } from "../rules/profiles.ts";
import { findProfile } from "#auth/profiles/store/permission-profiles.server.ts";

/**
 * Where a card of a profile had a page of its own: its items stand in the profile's tree now.
 * @throws the missing page where the org has no such profile, or the address names no card
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { profileId, productId, kind } = params;
  const { read } = context.get(servicesContext).store;
  const profile = await findProfile(read, org.id, profileId);
  if (profile === null || !isCardKind(kind)) throw notFound();
  const key = cardKey({ productId, kind });
  return redirect(`/profiles/${profile.id}?${new URLSearchParams({ card: key })}#card-${key}`);
}
