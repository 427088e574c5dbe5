import { redirect } from "react-router";
import type * as z from "zod";
import { extendAccess } from "../store/access-renewals.server.ts";
import { findSignInLinkById } from "#auth/store/sign-in-links.server.ts";
import { servicesContext, viewerContext } from "#platform/context.ts";
import { arrivalPath } from "#model/access-requests/access-dialog.ts";
import {
  byInvitation,
  EXTENSION_MESSAGES,
  movesToRequest,
  NOT_WORK_EMAIL,
} from "#model/access-requests/access-outcomes.ts";
import {
  CODES_ENDED,
  extensionSchema,
  loginSchema,
  codeSchema,
  requestsOpen,
  secondsToSendAgain,
} from "../forms/access-request.ts";
import { invitationFor } from "../invite.server.ts";
import { logIn } from "../log-in.ts";
import { readAccessCookie } from "#auth/access-cookie.ts";
import { hostName, visitorFrom } from "#auth/request-context.ts";
import { CodesEnded, LinkSpent, WrongSignInCode } from "../sign-in.ts";
import { tellStaffOfRequest } from "../mail/staff-notices.ts";
import { SIGNED } from "#model/nda/texts.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { parseForm, type Accepted, type FormAnswer } from "#web/forms/form.ts";
import { NO_FIELDS, pageButton } from "#web/forms/page-buttons.ts";
import { toDialog, toStatus, type AccessChange, type AccessForm } from "./access-form.ts";
import { arrival } from "./arrival.ts";
import { signInAndSign } from "./link-nda.ts";

interface LoginChoices {
  /** Where the link leads back to. */
  returnTo?: string | undefined;
  /**
   * Whether the page may name the address: whoever came by the link of an approval need not know
   * it.
   */
  isTold?: boolean;
}

/** The login tab: a link by mail, or the dialog of the code that came instead. */
export const logInByForm: AccessChange = pageButton(loginSchema, (form, submitted) =>
  answerLogin(form, submitted),
);

async function answerLogin(
  form: AccessForm,
  submitted: Accepted<z.output<typeof loginSchema>>,
  { returnTo = arrivalPath(form.place), isTold = true }: LoginChoices = {},
): Promise<Response | FormAnswer> {
  const { email: address, productId } = submitted.value;
  const { code, linkId, known } = await logIn(form, {
    address,
    productId,
    returnTo,
  });
  const email = isTold ? address.email : "";
  const requestId = known.request?.id;
  const invited =
    (await invitationFor(form, form.place.carried.inviteToken ?? null, address.key)) !== null;
  const open = invited || requestsOpen(form.org.customization);
  if (code === null) return toStatus(form, "check-email", { email, linkId: linkId ?? undefined });
  if (code === "NotWorkEmail") return submitted.refuse({ fields: { email: [NOT_WORK_EMAIL] } });
  if (movesToRequest(code))
    return open
      ? toDialog(form, { requestAccess: "true", unknown: "true" }, { email })
      : submitted.refuse({
          fields: { email: ["This email doesn’t have access to this trust center."] },
        });
  if (code === "AccessExpired")
    return toStatus(form, "access-expired", { email, reviewId: known.reviewId ?? undefined });
  if (code === "PendingRequest")
    return toStatus(form, "pending-request", {
      email,
      requestId,
      sentIt: requestId !== undefined && sentBefore(form, requestId),
    });
  return toStatus(form, "request-declined", { email, requestId });
}

/** Whether this very browser sent the request that it is told of again. */
function sentBefore({ context, request, org }: AccessForm, requestId: string): boolean {
  const memory = readAccessCookie(request, context.get(servicesContext), org.id);
  return memory?.sentIt === true && memory.requestId === requestId;
}

/** The same mail once more, to the address that this browser asked for. */
export const sendAgain: AccessChange = pageButton(NO_FIELDS, async (form, submitted) => {
  const { context, request, org } = form;
  const services = context.get(servicesContext);
  const memory = readAccessCookie(request, services, org.id);
  if (memory?.linkId === undefined)
    return submitted.refuse({
      form: ["Enter your email first."],
    });
  const wait = secondsToSendAgain(memory.at, services.now());
  if (wait > 0)
    return submitted.refuse({
      form: [`Please wait ${wait === 1 ? "1 second" : `${wait} seconds`}, then send it again.`],
    });
  const before = await findSignInLinkById(
    services.store.read,
    org.id,
    hostName(form),
    memory.linkId,
    services.now(),
  );
  const isTold = memory.email !== "";
  submitted.form.set("email", isTold ? memory.email : (before?.email ?? ""));
  const login = parseForm(context, submitted.form, loginSchema);
  if (!login.ok) return login.answer;
  const answer = await answerLogin(form, login, { returnTo: before?.returnTo, isTold });
  if (!(answer instanceof Response)) return answer;
  const [location, cookie] = [answer.headers.get("Location"), answer.headers.get("Set-Cookie")];
  // Whoever may not sign in any more is led to where that is said.
  return location?.includes("accessStatus=check-email")
    ? redirectWithFlash(
        context,
        location,
        "We sent another email.",
        cookie === null ? [] : [cookie],
      )
    : answer;
});

/**
 * The code of the mail, typed in the browser that asked for the link; with it the NDA is signed,
 * where the page shows it.
 */
export const enterCode: AccessChange = pageButton(
  codeSchema,
  async (form, submitted) => {
    const { context, request, org } = form;
    const services = context.get(servicesContext);
    const linkId = readAccessCookie(request, services, org.id)?.linkId;
    const link =
      linkId === undefined
        ? null
        : await findSignInLinkById(
            services.store.read,
            org.id,
            hostName(form),
            linkId,
            services.now(),
          );
    if (link === null || link.state !== "open") throw new LinkSpent();
    const { value } = submitted;
    const { signedIn, isSigned } = await signInAndSign(
      form,
      link,
      { by: "mailed", code: value.code },
      value.nda === "sign" ? value : null,
    );
    const nda = isSigned ? "signed" : value.nda === "later" ? "later" : null;
    const to = await arrival(context, org, link.returnTo, signedIn, nda);
    if (nda !== "signed") return redirect(to, { status: 303, headers: signedIn.headers });
    const cookies = signedIn.headers.map(([, cookie]) => cookie);
    return redirectWithFlash(context, to, SIGNED, cookies);
  },
  {
    answers(error, { refuse }) {
      if (error instanceof WrongSignInCode)
        return refuse({
          fields: { code: ["That code isn’t right. Use the one from the newest email."] },
        });
      if (error instanceof CodesEnded) return refuse({ form: [CODES_ENDED] });
      if (error instanceof LinkSpent)
        return refuse({ form: ["This code no longer works. Request a new link."] });
      return undefined;
    },
  },
);

/** 'Request access' of the expired dialog: the twin of extend-access, with its four results. */
export const extend: AccessChange = pageButton(extensionSchema, async (form, submitted) => {
  const { context, request, org } = form;
  const services = context.get(servicesContext);
  await services.limits.consume("access-ip", visitorFrom(form).ip);
  const { note } = submitted.value;
  const memory = readAccessCookie(request, services, org.id);
  // Who asked already is remembered by that request: posted again, the form says so.
  const viewer = context.get(viewerContext);
  const reviewId =
    viewer.mode === "accountExternal" && viewer.account.expired
      ? viewer.member.id
      : (memory?.reviewId ?? memory?.requestId);
  if (reviewId === undefined) return submitted.refuse({ form: [EXTENSION_MESSAGES.error] });
  if (!org.customization.accessRequestsEnabled)
    return submitted.refuse({ form: [byInvitation(org.name)] });
  const { answer, email, requestId } = await services.store.write(async (trx) => {
    const write = { trx, orgId: org.id, now: services.now() };
    const extension = await extendAccess(write, reviewId, {
      ...visitorFrom(form),
      host: hostName(form),
      note,
    });
    if (extension.requestId !== null)
      await tellStaffOfRequest(write, services.config, org, {
        requestId: extension.requestId,
        cause: "asked-again",
        note,
      });
    return extension;
  });
  if (answer !== "success") return submitted.refuse({ form: [EXTENSION_MESSAGES[answer]] });
  return toStatus(form, "request-sent", {
    email: email ?? memory?.email ?? "",
    requestId: requestId ?? undefined,
    sentIt: true,
  });
});
