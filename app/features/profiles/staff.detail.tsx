import type { Route } from "./+types/staff.detail";
import { summariseProfiles } from "./store/permission-profiles.server.ts";
import { cardChoices } from "./store/profile-choices.server.ts";
import { listProducts } from "../products/store/products.server.ts";
import { servicesContext } from "../../context.ts";
import { pageTitle } from "../../values/page-title.ts";
import { profileIntentSchema, profileSchema, type ProfileIntent } from "./forms.ts";
import { formAction, formFailed, notFound } from "../../forms/form.ts";
import { formConstraint } from "../../forms/constraint.ts";
import { requireStaff } from "../../auth/current-staff.ts";
import { Button } from "../../ui/button.tsx";
import { chooseCard, removeThis, saveThis, type ProfileChange } from "./staff.changes.ts";
import { ProfileForm } from "./staff.form.tsx";
import { Link } from "react-router";
import type { CardChoice } from "./store/profile-choices.server.ts";
import { TableFrame } from "../../ui/table-frame.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: pageTitle(loaderData?.profile.name ?? "Permission profile", loaderData?.failed) },
  ];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const profile = (await summariseProfiles(read, org.id)).find(({ id }) => id === params.profileId);
  if (profile === undefined) throw notFound();
  const cards = profile.allItems ? [] : await cardChoices(read, org.id, profile.id);
  const products = (await listProducts(read, org.id)).map(({ id, name }) => ({
    id,
    name,
    cards: cards.filter((card) => card.productId === id),
  }));
  return {
    profile,
    products: products.filter((product) => product.cards.length > 0),
    orgSlug: org.slug,
    failed: formFailed(context),
    constraint: formConstraint(profileSchema),
  };
}

const CHANGES: Readonly<
  Record<ProfileIntent, (change: ProfileChange) => ReturnType<typeof saveThis>>
> = { save: saveThis, choose: chooseCard, remove: removeThis };

export async function action({ request, context, params }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  return formAction({ request, context }, profileIntentSchema, ({ value, form }) =>
    CHANGES[value.intent]({ context, org, session, profileId: params.profileId, form }),
  );
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, products, orgSlug, constraint } = loaderData;
  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
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
      <ProfileForm
        key={`${profile.name} ${profile.allItems}`}
        profile={{ name: profile.name, scope: profile.allItems ? "all" : "chosen" }}
        result={actionData?.result ?? null}
        constraint={constraint}
        submit="Save"
      />
      {products.map((product) => (
        <CardsOfProduct key={product.id} profile={profile} product={product} />
      ))}
      {profile.accounts === 0 ? (
        <form method="post" noValidate className="mt-12 border-t border-line pt-6">
          <input type="hidden" name="intent" value="remove" />
          <Button look="danger">Remove profile</Button>
        </form>
      ) : null}
    </>
  );
}

/**
 * The cards of a product with what a profile includes of each: all, none, or item by item on a page
 * of its own.
 */
function CardsOfProduct({
  profile,
  product,
}: {
  profile: { id: string; name: string };
  product: { id: string; name: string; cards: CardChoice[] };
}) {
  const heading = `cards-${product.id}`;
  return (
    <section aria-labelledby={heading} className="mt-12">
      <h2 id={heading} className="mb-4 text-lg font-semibold">
        {product.name}
      </h2>
      <form method="post" noValidate action={`/profiles/${profile.id}`}>
        <input type="hidden" name="intent" value="choose" />
        <TableFrame label={`Cards of ${product.name}`} head={["Card", "Included", "Choose"]}>
          {product.cards.map((card) => (
            <tr key={card.kind}>
              <th scope="row" className="px-4 py-3 text-start align-top font-medium">
                <Link
                  to={`/profiles/${profile.id}/${product.id}/${card.kind}`}
                  className="text-accent underline"
                >
                  {card.title}
                </Link>
              </th>
              <td className="whitespace-nowrap">
                {card.chosen} of {card.items}
              </td>
              <td className="whitespace-nowrap">
                <Button
                  look="secondary"
                  size="small"
                  name="card"
                  value={`all:${product.id}:${card.kind}`}
                  aria-label={`All of ${card.title}`}
                >
                  All
                </Button>{" "}
                <Button
                  look="secondary"
                  size="small"
                  name="card"
                  value={`none:${product.id}:${card.kind}`}
                  aria-label={`None of ${card.title}`}
                >
                  None
                </Button>
              </td>
            </tr>
          ))}
        </TableFrame>
      </form>
    </section>
  );
}
