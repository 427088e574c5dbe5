import { data } from "react-router";
import type { Route } from "./+types/confirm";
import { inOrg } from "#db/tenant.ts";
import { servicesContext } from "#platform/context.ts";
import { isProven, issueProof } from "#platform/http/request/confirmation-token.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { PROOF_FIELD } from "#values/confirmation-field.ts";
import { formFailed, markFormFailed } from "#web/forms/form.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { unlistedHead } from "#web/portal/head.ts";
import { usePortalHref } from "#web/portal/links.ts";
import { addressOn, orgOf } from "#web/portal/scope.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { readConfirmation } from "../mail/follow-links.ts";
import { confirmedFollower, follow } from "../store/follows.server.ts";

/** Where the link of a confirmation leads: opening it changes nothing, its button does. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { key, now } = context.get(servicesContext);
  const token = url.searchParams.get("token") ?? "";
  const org = orgOf(context);
  if (readConfirmation(key, org.id, token, now()) === null)
    return data({ proof: null, failed: false }, { status: 404 });
  return {
    proof: issueProof(context, ["follow", org.id, token]),
    failed: formFailed(context),
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}Confirm following`,
    path: "/follow/confirm",
  });
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { store, key, now } = context.get(servicesContext);
  const org = orgOf(context);
  const token = url.searchParams.get("token") ?? "";
  const form = await readForm(request);
  const asked = readConfirmation(key, org.id, token, now());
  const address = asked === null ? null : readEmail(asked.email);
  if (asked === null || address === null) return refused(context, "This link has expired.");
  if (!isProven(context, ["follow", org.id, token], form.get(PROOF_FIELD)))
    return refused(context, "Please press the button again to confirm.");
  const isDone = await store.write(async (trx) => {
    const write = { trx, orgId: org.id, now: now() };
    const product =
      asked.productId === null
        ? undefined
        : await inOrg(trx, org.id)
            .selectFrom("products")
            .select("id")
            .where("id", "=", asked.productId)
            .executeTakeFirst();
    if (asked.productId !== null && product === undefined) return false;
    const who = await confirmedFollower(write, address);
    if (who === null) return false;
    await follow(write, who, asked, asked.pace);
    return true;
  });
  if (!isDone) return refused(context, "This address can’t follow this page.");
  return redirectWithFlash(
    context,
    addressOn(context, org, "/changes", {}),
    "You’ll get emails about changes.",
  );
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const href = usePortalHref();
  if (loaderData.proof === null)
    return (
      <PlainPage title="This link doesn’t work">
        <p>It may be incomplete, or it has expired. Please press Follow again.</p>
        <p className="mt-6">
          <ButtonLink to={href("/changes")} look="secondary">
            See changes
          </ButtonLink>
        </p>
      </PlainPage>
    );
  return (
    <PlainPage title="Confirm following">
      <PostForm className="max-w-xl space-y-6">
        <ErrorSummary errors={actionData?.errors} fields={[]} />
        <p>Press the button to get emails about changes at this address.</p>
        <input type="hidden" name={PROOF_FIELD} value={loaderData.proof} />
        <Button>Confirm</Button>
      </PostForm>
    </PlainPage>
  );
}

function refused(context: Route.ActionArgs["context"], message: string) {
  markFormFailed(context);
  return data({ errors: [message] }, { status: 400 });
}
