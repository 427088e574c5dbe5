import { redirect } from "react-router";
import type * as z from "zod";
import { findAccessRequest } from "../store/access-requests.server.ts";
import { servicesContext, viewerContext } from "#platform/context.ts";
import {
  accessRequestSchema,
  answerSchema,
  moreAccessSchema,
  noteSchema,
  requestsOpen,
  type AccessRequestValues,
} from "../forms/access-request.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { arrivalPath, dialogQuery } from "#model/access-requests/access-dialog.ts";
import {
  byInvitation,
  NOT_WORK_EMAIL,
  UNKNOWN_ERROR,
  type RequestKind,
} from "#model/access-requests/access-outcomes.ts";
import type { Invitation } from "../store/invitations.server.ts";
import { invitationFor } from "../invite.server.ts";
import { readAccessCookie } from "#auth/access-cookie.ts";
import { visitorFrom } from "#auth/request-context.ts";
import { requestForMore, whyNotMore } from "../ask-more.ts";
import {
  answerOn,
  noteOn,
  NOT_ANSWERED,
  NOT_WAITING,
  requester,
  takeBack,
} from "../own-request.server.ts";
import { requestAccess } from "../request-access.server.ts";
import { sendRequestLink } from "../request-mails.server.ts";
import { requestOfToken } from "../request-token.server.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import type { Accepted, FormAnswer } from "#web/forms/form.ts";
import { NO_FIELDS, pageButton } from "#web/forms/page-buttons.ts";
import { toStatus, type AccessChange, type AccessForm } from "./access-form.ts";
import { addressOn, portalRequest } from "#web/portal/scope.ts";

/** The request tab: each outcome leads to its dialog. */
export const requestByForm: AccessChange = pageButton(
  async (form) => accessRequestSchema(form.org.customization, await productsOf(form)),
  async (form, submitted) => {
    const { org } = form;
    const { value } = submitted;
    const invitation = await invitationFor(form, value.invitedColleagueToken, value.email.key);
    const closed = !requestsOpen(org.customization);
    if (closed && invitation === null) return submitted.refuse({ form: [byInvitation(org.name)] });
    return answerRequest(form, submitted, value, invitation);
  },
);

/** A member with access asks for more: the form of one field; who they are, their session says. */
export const askForMore: AccessChange = pageButton(moreOf, (form, submitted) =>
  askAsMember(form, submitted, "access"),
);

/** The same for access that ends, which shall last longer. */
export const askForLonger: AccessChange = pageButton(moreOf, (form, submitted) =>
  askAsMember(form, submitted, "extension"),
);

async function moreOf(form: AccessForm) {
  memberOf(form);
  return moreAccessSchema(await productsOf(form));
}

async function productsOf({ context, request }: AccessForm): Promise<string[]> {
  return (await portalRequest(context, request, {})).products.map(({ id }) => id);
}

/** Who asks. @throws a redirect to the login tab where their session has ended since */
function memberOf({ context, org, place }: AccessForm) {
  const viewer = context.get(viewerContext);
  const email = viewer.mode === "accountExternal" ? readEmail(viewer.member.email) : null;
  if (viewer.mode !== "accountExternal" || email === null)
    throw redirect(
      addressOn(context, org, place.page.path, dialogQuery(place, { loginRequest: "true" })),
      { status: 303 },
    );
  return { viewer, email };
}

async function askAsMember(
  form: AccessForm,
  parsed: Accepted<z.output<ReturnType<typeof moreAccessSchema>>>,
  kind: RequestKind,
): Promise<Response | FormAnswer> {
  const { viewer, email } = memberOf(form);
  const against = whyNotMore(form.org, viewer, kind);
  if (against !== null) return parsed.refuse({ form: [against] });
  const values = requestForMore(viewer, email, parsed.value, kind);
  return answerRequest(form, parsed, values, null, kind);
}

/** Takes the request and leads to the dialog that says what came of it. */
async function answerRequest(
  form: AccessForm,
  parsed: Pick<Accepted<unknown>, "refuse">,
  values: AccessRequestValues,
  invitation: Invitation | null,
  kind: RequestKind = "access",
): Promise<Response | FormAnswer> {
  const { context, org } = form;
  const { customization } = org;
  const answer = await requestAccess(form, context.get(viewerContext), values, {
    returnTo: arrivalPath(form.place),
    invitation,
    kind,
  });
  const { email } = values.email;
  const requestId = answer.requestId ?? undefined;
  switch (answer.told) {
    case "pending":
      // With discreet sign-in the browser learns nothing, by what it remembers neither.
      return toStatus(
        form,
        "request-sent",
        customization.discreetSignIn
          ? {
              email,
              linkId: answer.linkId ?? undefined,
              standsFor: answer.standsFor ?? undefined,
            }
          : { email, requestId, sentIt: answer.recorded },
      );
    case "request_approved":
      return toStatus(form, "check-email", { email, linkId: answer.linkId ?? undefined });
    case "account_already_exists":
      return toStatus(form, "check-email", { email, linkId: answer.linkId ?? undefined });
    case "pending_request":
      return toStatus(form, "pending-request", {
        email,
        requestId,
        sentIt: requestId !== undefined && sentIt(form, requestId),
      });
    case "access_expired":
      return toStatus(form, "access-expired", {
        email,
        reviewId: answer.reviewId ?? undefined,
        wish: values.note ?? undefined,
      });
    case "not_work_email":
      return parsed.refuse({ fields: { email: [NOT_WORK_EMAIL] } });
    case "unique_violation":
      return parsed.refuse({ form: [UNKNOWN_ERROR] });
    default:
      return toStatus(form, "request-declined", { email, requestId });
  }
}

/** Adds a note to the request that waits. */
export const addNote: AccessChange = pageButton(noteSchema, async (form, submitted) => {
  await countOne(form);
  const requestId = ownRequest(form, submitted.form);
  const added =
    requestId !== null &&
    (await noteOn({ ...form, requestId, by: requester(form) }, submitted.value.note));
  if (!added) return submitted.refuse({ form: [NOT_WAITING] });
  return redirectWithFlash(form.context, samePlace(form, submitted.form), "Your note was added.");
});

/** Takes the answer to what staff asked, by the link of their mail alone. */
export const answerByForm: AccessChange = pageButton(answerSchema, async (form, submitted) => {
  await countOne(form);
  const { key } = form.context.get(servicesContext);
  const token = submitted.form.get("requestToken");
  const requestId = typeof token === "string" ? requestOfToken(key, form.org.id, token) : null;
  const refusal =
    requestId === null
      ? "decided"
      : await answerOn({ ...form, requestId, by: requester(form) }, submitted.value.answer);
  if (refusal !== null) return submitted.refuse({ form: [NOT_ANSWERED[refusal]] });
  return redirectWithFlash(
    form.context,
    samePlace(form, submitted.form),
    `Your answer was sent to ${form.org.name}.`,
  );
});

/** Takes the request back. */
export const withdraw: AccessChange = pageButton(NO_FIELDS, async (form, submitted) => {
  await countOne(form);
  const requestId = ownRequest(form, submitted.form);
  const withdrawn =
    requestId !== null && (await takeBack({ ...form, requestId, by: requester(form) }));
  if (!withdrawn) return submitted.refuse({ form: [NOT_WAITING] });
  return redirectWithFlash(
    form.context,
    addressOn(form.context, form.org, form.place.page.path, form.place.page.query),
    "Your request was withdrawn.",
  );
});

/** Counts one form of this network. @throws TooManyRequests */
async function countOne(form: AccessForm): Promise<void> {
  const { limits } = form.context.get(servicesContext);
  await limits.consume("access-ip", visitorFrom(form).ip);
}

/**
 * Sends the link by which the owner of the address can change the request: knowing an address is
 * not enough.
 */
export const mailRequestLink: AccessChange = pageButton(NO_FIELDS, async (form, submitted) => {
  const { context, request, org } = form;
  const services = context.get(servicesContext);
  const requestId = readAccessCookie(request, services, org.id)?.requestId;
  const about =
    requestId === undefined
      ? null
      : await findAccessRequest(services.store.read, org.id, requestId);
  if (about === null || about.status !== "pending")
    return submitted.refuse({ form: [NOT_WAITING] });
  await sendRequestLink(form, about);
  return redirectWithFlash(
    context,
    samePlace(form, submitted.form),
    "An email with a link is on its way.",
  );
});

/**
 * The request that this browser sent, or that the link of a mail is for; null where neither proves
 * it.
 */
function ownRequest({ context, request, org }: AccessForm, fields: FormData): string | null {
  const services = context.get(servicesContext);
  const token = fields.get("requestToken");
  if (typeof token === "string" && token !== "") return requestOfToken(services.key, org.id, token);
  const memory = readAccessCookie(request, services, org.id);
  return memory?.sentIt === true ? (memory.requestId ?? null) : null;
}

function sentIt({ context, request, org }: AccessForm, requestId: string): boolean {
  const memory = readAccessCookie(request, context.get(servicesContext), org.id);
  return memory?.sentIt === true && memory.requestId === requestId;
}

/** The pending dialog again: by the link of the mail, or by what the browser remembers. */
function samePlace({ context, org, place }: AccessForm, fields: FormData): string {
  const token = fields.get("requestToken");
  const opens: Record<string, string> =
    typeof token === "string" && token !== ""
      ? { requestToken: token }
      : { accessStatus: "pending-request" };
  return addressOn(context, org, place.page.path, { ...place.page.query, ...opens });
}
