import type { RouterContextProvider } from "react-router";
import type { Route } from "./+types/controls";
import { setupGuideOf } from "#content/setup-guide/store/setup-guide.server.ts";
import { placingProduct } from "#content/items/placing.server.ts";
import { ACCESS_LABELS, ACCESS_MEANINGS } from "#model/items/forms/items.ts";
import { hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import {
  ALL_PARAMETER,
  STARTER_GROUPS,
  starterSchema,
  starterWords,
} from "#content/starter-controls/rules/starter-controls.ts";
import {
  addStarters,
  starterStandings,
} from "#content/starter-controls/store/starter-controls.server.ts";
import { pathAfter } from "#model/setup-guide.ts";
import { undoable } from "#web/history/store/undo.server.ts";
import { Refused } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed, notFound } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { productPath } from "#model/portal-paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { StarterGroups } from "./starter-groups.tsx";
import { Step, stepTitle } from "./step.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: stepTitle("controls", loaderData?.failed) }];
}

/** The starter set of a product, the default one unless the address names another. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, product, products } = await controlsOf(context, url);
  const { read } = context.get(servicesContext).store;
  const standings = new Map(
    (await starterStandings(read, org.id, product.id)).map((standing) => [standing.uid, standing]),
  );
  const groups = STARTER_GROUPS.map(({ id, title, controls }) => ({
    id,
    title,
    controls: controls.flatMap(({ uid }) => standings.get(uid) ?? []),
  })).filter(({ controls }) => controls.length > 0);
  const asked = new Set(url.searchParams.getAll(ALL_PARAMETER));
  const mayRestrict = hasFeature(org, "allowRestrictedFiles");
  return {
    failed: formFailed(context),
    groups,
    ticked: groups
      .filter(({ id }) => asked.has(id))
      .flatMap(({ controls }) => controls.filter(({ isShown }) => !isShown))
      .map(({ uid }) => uid),
    product: products.length > 1 ? product : null,
    productSlug: product.isDefault ? null : product.slug,
    mayRestrict,
    access: "public" as const,
  };
}

/** Puts what is ticked on the portal, in one save that one button takes back. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { org, session, product } = await controlsOf(context, url);
  return formAction(
    { request, context },
    starterSchema,
    async ({ value: { items, access } }) => {
      const { store, now } = context.get(servicesContext);
      const standings = await starterStandings(store.read, org.id, product.id);
      const texts = standings.filter(({ uid }) => items.includes(uid));
      await keepTexts(
        { store, now },
        org.id,
        Object.fromEntries(texts.map(({ uid, text }) => [uid, text])),
      );
      const by = actorOf(context, session);
      const changes = await store.write((trx) =>
        addStarters({ trx, orgId: org.id, by, now: now() }, product.id, { uids: items, access }),
      );
      const portal = `/${org.slug}${productPath(product)}`;
      const undo = undoable(changes);
      const { unfinished } = await setupGuideOf(store.read, org);
      return redirectWithFlash(
        context,
        unfinished && product.isDefault ? pathAfter("controls") : portal,
        {
          text: starterWords(changes.length),
          tone: "success",
          ...(undo === null
            ? {}
            : { action: { label: "Undo", to: `${portal}/edit/changes/${undo}/undo` } }),
        },
      );
    },
    {
      gone: "A card with these controls is now hidden. Nothing was saved.",
      answers: (error, submitted) =>
        error instanceof Refused
          ? submitted.refuse({ form: [error.message] }, { status: error.status })
          : undefined,
    },
  );
}

/** The product behind an address; its content changes, so this takes the right to edit it, too. */
async function controlsOf(context: Readonly<RouterContextProvider>, url: URL) {
  await requireStaff(context, "statuspage:edit");
  const { org, session } = await requireStaff(context, "settings:edit");
  const { product, products } = await placingProduct(
    context.get(servicesContext),
    org.id,
    url.searchParams.get("product"),
  );
  if (product === null) throw notFound();
  return { org, session, product, products };
}

export default function ControlsStep({ loaderData, actionData }: Route.ComponentProps) {
  const { groups, ticked, product, productSlug, mayRestrict } = loaderData;
  const sent = actionData?.result.initialValue;
  const error = actionData?.result.error;
  const access = typeof sent?.access === "string" ? sent.access : loaderData.access;
  const isAllShown = groups.every(({ controls }) => controls.every(({ isShown }) => isShown));
  return (
    <Step
      step="controls"
      title="Which of these controls do you have?"
      about={
        <>
          Read each one and select the ones that apply to you
          {product === null ? "" : `, for ${product.name}`}. Visitors read these texts on your
          portal. You can change each of them there.
        </>
      }
    >
      {isAllShown ? <p className="mb-6">All of them are on your portal.</p> : null}
      <form method="post" noValidate className="space-y-8">
        <OnceField />
        <ErrorSummary
          errors={error?.[""] ?? undefined}
          fields={[
            { id: "items", errors: error?.items ?? undefined },
            { id: "access", errors: error?.access ?? undefined },
          ]}
        />
        <StarterGroups
          groups={groups}
          ticked={sent == null ? ticked : [sent.items ?? []].flat().map(String)}
          productSlug={productSlug}
        />
        {isAllShown ? null : mayRestrict ? (
          <FieldGroup id="access" legend="Who can read them" errors={error?.access ?? undefined}>
            {(["restricted", "public"] as const).map((value) => (
              <Choice
                key={value}
                id={`access-${value}`}
                type="radio"
                name="access"
                value={value}
                defaultChecked={access === value}
                label={ACCESS_LABELS[value]}
                hint={ACCESS_MEANINGS[value]}
              />
            ))}
          </FieldGroup>
        ) : (
          <input type="hidden" name="access" value="public" />
        )}
        {isAllShown ? (
          <ButtonLink to={pathAfter("controls")}>Continue</ButtonLink>
        ) : (
          <Button>Save and continue</Button>
        )}
      </form>
    </Step>
  );
}
