import type { RouterContextProvider } from "react-router";
import type { Route } from "./+types/certifications";
import { documentedItems } from "#content/setup-guide/store/setup-guide.server.ts";
import { CardConflict, editCard, itemStatuses } from "#content/cards/store/card-edits.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { BADGES } from "#model/cards/catalogue/badges.ts";
import { statusWord } from "#content/cards/forms/card-forms.ts";
import { certificationsOf, pathAfter } from "#model/setup-guide.ts";
import { countsAsEnabled } from "#model/items/items.ts";
import {
  certificationChoices,
  certificationsSchema,
  type CertificationChoice,
} from "#company/settings/rules/first-steps.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { CertificationBadge } from "#web/ui/certification-badge.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Step, stepTitle } from "./step.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: stepTitle("certifications", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, product, statuses } = await stepOf(context);
  const held = [...statuses]
    .filter(([, { enabledState }]) => countsAsEnabled(enabledState))
    .map(([uid]) => uid);
  const { read } = context.get(servicesContext).store;
  const documented = certificationsOf(await documentedItems(read, org.id, product.id));
  return {
    failed: formFailed(context),
    product: product.name,
    portalHref: `/${org.slug}/card/Certifications?edit=true`,
    held: held.length > 0 ? held : documented,
    isProposed: held.length === 0 && documented.length > 0,
    was: [...statuses].map(([uid, standing]) => `${uid} ${statusWord(standing)}`),
    ...certificationChoices(),
  };
}

/** Enables what is ticked and disables what is not any more, as the card's drawer would. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session, product } = await stepOf(context);
  return formAction(
    { request, context },
    certificationsSchema,
    async (submitted) => {
      const { held, was } = submitted.value;
      const { store, now } = context.get(servicesContext);
      const items = [...certificationChoices().first, ...certificationChoices().others].flatMap(
        ({ uid }) => {
          const before = was.find((standing) => standing.uid === uid) ?? {
            enabledState: "NotEnabled" as const,
            hidden: false,
          };
          const ticked = held.includes(uid);
          if (ticked === countsAsEnabled(before.enabledState)) return [];
          return [
            {
              uid,
              enabledState: ticked ? ("Enabled" as const) : ("NotEnabled" as const),
              hidden: before.hidden,
              was: { enabledState: before.enabledState, hidden: before.hidden },
            },
          ];
        },
      );
      await store.write((trx) =>
        editCard(
          { trx, orgId: org.id, by: actorOf(context, session), now: now() },
          product.id,
          "Certifications",
          { items },
        ),
      );
      return redirectWithFlash(
        context,
        pathAfter("certifications"),
        items.length === 0
          ? "Saved."
          : `Saved: ${held.length === 1 ? "1 certification" : `${held.length} certifications`}.`,
      );
    },
    {
      answers: (error, submitted) => {
        if (error instanceof CardConflict)
          return submitted.refuse(
            {
              form: [
                "Someone else changed a certification while you were editing. Open this step again to see it. Your changes aren’t saved yet.",
              ],
            },
            { status: 409 },
          );
        return undefined;
      },
    },
  );
}

/**
 * The certifications of the default product; they are the portal's content, so this takes the right
 * to edit it, too.
 */
async function stepOf(context: Readonly<RouterContextProvider>) {
  await requireStaff(context, "statuspage:edit");
  const { org, session } = await requireStaff(context, "settings:edit");
  const { read } = context.get(servicesContext).store;
  const products = await listProducts(read, org.id);
  const product = products.find(({ isDefault }) => isDefault) ?? products[0];
  if (product === undefined)
    throw new Response("Page not found", { status: 404, statusText: "Page not found" });
  return {
    org,
    session,
    product,
    statuses: await itemStatuses(read, org.id, product.id, "Certifications"),
  };
}

export default function CertificationsStep({ loaderData, actionData }: Route.ComponentProps) {
  const { first, others, portalHref } = loaderData;
  const sent = actionData?.result.initialValue;
  const held = new Set(sent === undefined ? loaderData.held : list(sent?.held));
  const was = sent === undefined ? loaderData.was : list(sent?.was);
  const error = actionData?.result.error;
  return (
    <Step
      step="certifications"
      title="Which certifications do you have?"
      about={
        <>
          Select what you are certified for or adhere to. Five are a good start. Add the auditor,
          report and date later{" "}
          <a href={portalHref} className="inline-block py-0.5 text-accent underline">
            on the portal
          </a>
          .
        </>
      }
    >
      <form method="post" noValidate className="space-y-6">
        <OnceField />
        {loaderData.isProposed ? (
          <p className="text-sm text-muted">
            We selected what your documents show. Check it before you save.
          </p>
        ) : null}
        <ErrorSummary
          errors={error?.[""] ?? undefined}
          fields={[{ id: "held", errors: error?.held ?? undefined }]}
        />
        {was.map((standing) => (
          <input key={standing} type="hidden" name="was" value={standing} />
        ))}
        <fieldset id="held" tabIndex={-1} className="outline-none">
          <legend className="mb-3 font-medium">Most requested</legend>
          <Choices choices={first} held={held} />
        </fieldset>
        <details
          open={others.some(({ uid }) => held.has(uid))}
          className="rounded-lg border border-line bg-surface"
        >
          <summary className="px-4 py-3 font-medium">All {others.length} others</summary>
          <fieldset className="p-4 pt-0">
            <legend className="sr-only">Others</legend>
            <Choices choices={others} held={held} />
          </fieldset>
        </details>
        <Button>Save and continue</Button>
      </form>
    </Step>
  );
}

function Choices({
  choices,
  held,
}: {
  choices: readonly CertificationChoice[];
  held: ReadonlySet<string>;
}) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {choices.map(({ uid, title, badge }) => {
        const seal = badge === null ? undefined : BADGES[badge];
        return (
          <li key={uid}>
            <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-line bg-surface px-3 py-2 hover:border-edge has-checked:border-accent has-checked:bg-accent-soft">
              <input
                type="checkbox"
                name="held"
                value={uid}
                defaultChecked={held.has(uid)}
                className="size-6 flex-none accent-accent"
              />{" "}
              {seal === undefined ? null : (
                <CertificationBadge
                  badge={seal}
                  auditor={null}
                  picture={null}
                  size={32}
                  state="Enabled"
                />
              )}{" "}
              <span className="min-w-0 text-sm font-medium">{title}</span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

/** The values that a repeated field was sent with. */
function list(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === "string",
  );
}
