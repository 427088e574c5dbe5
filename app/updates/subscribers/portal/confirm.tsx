import { redirect, type RouterContextProvider, data } from "react-router";
import type { Route } from "./+types/confirm";
import { confirmSubscription } from "../store/subscribers.server.ts";
import { lookAtToken } from "../store/subscription-tokens.server.ts";
import { servicesContext } from "#platform/context.ts";
import { PROOF_FIELD } from "#values/confirmation-field.ts";
import type { SubscribeStatus } from "#model/subscribers/subscriptions.ts";
import { formFailed, markFormFailed } from "#web/forms/form.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { isProven, issueProof } from "#platform/http/request/confirmation-token.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { unlistedHead } from "#web/portal/head.ts";
import { useFrame } from "#web/portal/links.ts";
import { orgOf, portalBase } from "#web/portal/scope.ts";

/** Where the link of a confirmation mail leads: opening it changes nothing, its button confirms. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const org = orgOf(context);
  const { store, now } = context.get(servicesContext);
  const token = url.searchParams.get("token") ?? "";
  const status = await lookAtToken(store.read, org.id, token, now());
  if (status !== "open") throw toResult(context, status);
  return { proof: issueProof(context, subjectOf(org.id, token)), failed: formFailed(context) };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}Confirm subscription`,
    path: "/subscription/confirm",
  });
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const org = orgOf(context);
  const { store, now } = context.get(servicesContext);
  const token = url.searchParams.get("token") ?? "";
  const form = await readForm(request);
  if (!isProven(context, subjectOf(org.id, token), form.get(PROOF_FIELD)))
    return formRefused(context, "Please press the button again to confirm.");
  return toResult(
    context,
    await store.write((trx) => confirmSubscription({ trx, orgId: org.id, now: now() }, token)),
  );
}

/** The portal with the subscribe-result modal. */
function toResult(context: Readonly<RouterContextProvider>, status: SubscribeStatus): Response {
  return redirect(`${portalBase(context, orgOf(context)) || "/"}?subscribeStatus=${status}`, {
    status: 303,
  });
}

function subjectOf(orgId: string, token: string): string[] {
  return ["confirm", orgId, token];
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { org, portalTitle } = useFrame();
  return (
    <PlainPage title="Confirm subscription">
      <PostForm className="max-w-xl space-y-6">
        <ErrorSummary errors={actionData?.errors} fields={[]} />
        <p>
          Press the button to receive updates from {org.name}'s {portalTitle} via email.
        </p>
        <input type="hidden" name={PROOF_FIELD} value={loaderData.proof} />
        <Button>Confirm subscription</Button>
      </PostForm>
    </PlainPage>
  );
}

/** Shows a page that a mail led to again, with what is wrong: status 400. */
function formRefused(context: Readonly<RouterContextProvider>, message: string) {
  markFormFailed(context);
  return data({ errors: [message] }, { status: 400 });
}
