import { data, type RouterContextProvider } from "react-router";
import type { Route } from "./+types/preferences";
import { findSubscriberByEmail, type Subscriber } from "../store/subscribers.server.ts";
import { changePreferences, loadPreferences } from "../store/subscription-preferences.server.ts";
import { servicesContext } from "#platform/context.ts";
import { PROOF_FIELD } from "#values/confirmation-field.ts";
import { preferencesSchema } from "#model/subscribers/subscriptions.ts";
import { readSubscriptionToken } from "../mail/subscription-links.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, readSubmission, notFound } from "#web/forms/form.ts";
import { isProven, issueProof } from "#platform/http/request/confirmation-token.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { orgOf, portalBase, portalRequest } from "#web/portal/scope.ts";
import { PreferencesForm } from "./preferences-form.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { Mailbox } from "./dialog-parts.tsx";

/**
 * What a subscriber gets, chosen on a page that every mail leads to. Its link is signed, works
 * again and again, and is in no cache.
 */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const subscriber = await findOwn(context, url);
  if (subscriber === null) return data({ subscriber: null, failed: false }, { status: 404 });
  const { store } = context.get(servicesContext);
  const { products } = await portalRequest(context, request, {});
  const token = url.searchParams.get("token") ?? "";
  const preferences = await loadPreferences(store.read, orgOf(context).id, subscriber.id);
  return {
    subscriber: { email: subscriber.email, state: subscriber.state },
    preferences: {
      ...preferences,
      categories: [...preferences.categories],
      productIds: [...preferences.productIds],
    },
    products: products
      .filter(({ id, show }) => show || preferences.productIds.includes(id))
      .map(({ id, name }) => ({ id, name })),
    token,
    proof: issueProof(context, subjectOf(orgOf(context).id, token)),
    failed: formFailed(context),
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}Your subscription`,
    path: "/subscription",
  });
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const org = orgOf(context);
  const { store } = context.get(servicesContext);
  const submitted = await readSubmission({ request, context }, preferencesSchema);
  if (!submitted.ok) return submitted.answer;
  const token = url.searchParams.get("token") ?? "";
  if (!isProven(context, subjectOf(org.id, token), submitted.form.get(PROOF_FIELD)))
    return submitted.refuse({ form: ["Please press the button again to save."] });
  const subscriber = await findOwn(context, url);
  if (subscriber === null) throw notFound();
  const known = new Set((await portalRequest(context, request, {})).products.map(({ id }) => id));
  const productIds = submitted.value.productIds.filter((id) => known.has(id));
  await store.write((trx) =>
    changePreferences(trx, org.id, subscriber.id, { ...submitted.value, productIds }),
  );
  return redirectWithFlash(
    context,
    `${portalBase(context, org)}/subscription?${new URLSearchParams({ token })}`,
    "Your choice was saved.",
  );
}

/** The subscriber whom the address's token names, in this org. */
async function findOwn(
  context: Readonly<RouterContextProvider>,
  url: URL,
): Promise<Subscriber | null> {
  const { store, key } = context.get(servicesContext);
  const org = orgOf(context);
  const email = readSubscriptionToken(
    key,
    "subscription",
    org.id,
    url.searchParams.get("token") ?? "",
  );
  return email === null ? null : findSubscriberByEmail(store.read, org.id, email);
}

function subjectOf(orgId: string, token: string): string[] {
  return ["preferences", orgId, token];
}

export default function Preferences({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.subscriber === null) return <DeadLink />;
  const { email, state } = loaderData.subscriber;
  return (
    <PlainPage title="Your subscription" lead={<p className="-mt-3 mb-8 text-muted">{email}</p>}>
      {state === "confirmed" || state === "pending" ? (
        <PreferencesForm
          preferences={loaderData.preferences}
          products={loaderData.products}
          token={loaderData.token}
          proof={loaderData.proof}
          pending={state === "pending"}
          refused={actionData?.result ?? null}
        />
      ) : (
        <NotSubscribed blocked={state === "blocked"} />
      )}
    </PlainPage>
  );
}

/** A link that was altered, or whose subscriber is not there any more. */
function DeadLink() {
  const { portalTitle, org, supportMailbox } = useFrame();
  const href = usePortalHref();
  return (
    <PlainPage title="This link doesn’t work">
      <p>It may be incomplete, or the subscription no longer exists.</p>
      <p className="mt-2">
        Please open it from the email again, or contact support at{" "}
        {supportMailbox === null ? org.name : <Mailbox address={supportMailbox} />}.
      </p>
      <p className="mt-6">
        <ButtonLink to={href("")} look="secondary">
          Go to the {portalTitle}
        </ButtonLink>
      </p>
    </PlainPage>
  );
}

/** Somebody who gets nothing: ended by themselves, or kept out. */
function NotSubscribed({ blocked }: { blocked: boolean }) {
  const { org, subscribe } = useFrame();
  const href = usePortalHref();
  return (
    <>
      <p>
        {blocked
          ? `This address is blocked from ${org.name}'s updates.`
          : `This address is unsubscribed from ${org.name}’s updates.`}
      </p>
      {blocked || !subscribe ? null : (
        <p className="mt-6">
          <ButtonLink to={href("", { subscribe: "true" })}>Subscribe again</ButtonLink>
        </p>
      )}
    </>
  );
}
