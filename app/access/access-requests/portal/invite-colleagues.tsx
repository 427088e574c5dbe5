import { data, redirect, type RouterContextProvider } from "react-router";
import * as z from "zod";
import type { Route } from "./+types/invite-colleagues";
import { StorageUnavailable } from "#db/store.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { servicesContext, viewerContext } from "#platform/context.ts";
import { INVITE_FLAG, INVITE_PATH, inviteSchema } from "#model/invitations.ts";
import { mayInvite } from "#model/visibility/viewer.ts";
import { inviteColleagues } from "../invite.server.ts";
import { asksForWorkEmail } from "../log-in.ts";
import {
  answering,
  parseForm,
  readSubmission,
  type Accepted,
  type FormAnswer,
} from "#web/forms/form.ts";
import { shownAgain } from "#platform/http/request/shown-again.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { addressOn, orgOf } from "#web/portal/scope.ts";
import { pageBelow, unsentInvitationContext } from "./invite-state.ts";

const intentSchema = z.object({ intent: z.unknown().optional() });

/**
 * Where the form of the invite dialog posts to; who comes by a link is led to the dialog's own
 * address.
 */
export function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(unsentInvitationContext) !== null) return null;
  throw redirect(
    dialogAddress(
      context,
      orgOf(context),
      request,
      mayInvite(context.get(viewerContext))
        ? { [INVITE_FLAG]: "true" }
        : { loginRequest: "true", source: "invite" },
    ),
    { status: 303 },
  );
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ matches }: Route.MetaArgs) {
  return unlistedHead(matches);
}

export async function action({ context, request }: Route.ActionArgs) {
  const org = orgOf(context);
  const viewer = context.get(viewerContext);
  if (viewer.mode === "public")
    throw redirect(
      dialogAddress(context, org, request, { loginRequest: "true", source: "invite" }),
      { status: 303 },
    );
  if (!mayInvite(viewer)) throw data(null, { status: 403, statusText: "No access" });
  const submitted = await readSubmission({ context, request }, intentSchema);
  if (!submitted.ok) return unsent(submitted.answer);
  const { form } = submitted;
  // From the dialog that says that it failed, back to the form with what was in it.
  if (form.get("intent") === "edit") return unsent(data({ result: submitted.kept() }));
  const parsed = parseForm(
    context,
    form,
    inviteSchema((address) => asksForWorkEmail({ org }, address)),
  );
  if (!parsed.ok) return unsent(parsed.answer);
  return answering(
    parsed,
    async ({ value }) => {
      await inviteColleagues({ context, request, org }, viewer, value);
      return redirect(dialogAddress(context, org, request, { [INVITE_FLAG]: "sent" }), {
        status: 303,
      });
    },
    { answers: notInvited },
  );

  function notInvited(
    error: unknown,
    { refuse, respond }: Pick<Accepted<unknown>, "refuse" | "respond">,
  ) {
    // Nothing was invited: the form is only shown again.
    if (shownAgain(context) !== null) return unsent(respond(error));
    if (error instanceof TooManyRequests || error instanceof StorageUnavailable)
      return unsent(respond(error), { hint: error.message });
    context
      .get(servicesContext)
      .log.error(
        { error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
        "inviting colleagues failed",
      );
    return unsent(refuse({}, { status: 500 }), { hint: null });
  }

  function unsent(answer: FormAnswer, failed: { hint: string | null } | null = null): FormAnswer {
    context.set(unsentInvitationContext, { result: answer.data.result, failed });
    return answer;
  }
}

/** The page over which the dialog stands, with something open. */
function dialogAddress(
  context: Readonly<RouterContextProvider>,
  org: Org,
  request: Request,
  opens: Readonly<Record<string, string>>,
): string {
  const { searchParams } = new URL(request.url);
  const { path, query } = pageBelow(searchParams, INVITE_PATH);
  const product = searchParams.get("product");
  const accountId = searchParams.get("accountId");
  return addressOn(context, org, path, {
    ...(path === "" && product !== null ? { product } : {}),
    ...query,
    ...(accountId === null ? {} : { accountId }),
    ...opens,
  });
}

export default function InviteColleagues() {
  return null;
}
