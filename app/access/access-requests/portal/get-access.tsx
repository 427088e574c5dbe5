import { redirect } from "react-router";
import type { Route } from "./+types/get-access";
import { viewerContext } from "#platform/context.ts";
import {
  ACCESS_BUTTONS,
  type AccessButton,
  dialogQuery,
} from "#model/access-requests/access-dialog.ts";
import { formCameBack } from "#web/forms/form.ts";
import { NO_FIELDS, pageButton, pressed } from "#web/forms/page-buttons.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { enterCode, extend, logInByForm, sendAgain } from "./login-forms.ts";
import {
  addNote,
  answerByForm,
  askForLonger,
  askForMore,
  mailRequestLink,
  requestByForm,
  withdraw,
} from "./request-forms.ts";
import type { AccessChange, AccessForm } from "./access-form.ts";
import { addressOn, orgOf } from "#web/portal/scope.ts";
import { placeOf, refusedFormContext } from "./request-state.ts";

export const handle: RouteHandle = { button: ACCESS_BUTTONS };

/**
 * Where the forms of the access dialogs are sent, each to its button's address. What was refused is
 * shown again here, over the product's page; who comes by a link or reloads is led to the dialog's
 * own address.
 */
export function loader({ context, request }: Route.LoaderArgs) {
  if (formCameBack(context)) return null;
  const org = orgOf(context);
  const place = placeOf(request, org);
  const opens: Record<string, string> =
    place.kind === "request"
      ? { requestAccess: "true", ...(place.longer ? { longer: "true" } : {}) }
      : place.kind === "login" || place.kind === "welcome"
        ? { loginRequest: "true" }
        : { accessStatus: place.kind };
  throw redirect(addressOn(context, org, place.page.path, dialogQuery(place, opens)), {
    status: 303,
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ matches }: Route.MetaArgs) {
  return unlistedHead(matches);
}

/** What each button of the dialogs does. */
const ACCESS_CHANGES: Readonly<Record<AccessButton, AccessChange>> = {
  login: logInByForm,
  request: requestByForm,
  "ask-more": askForMore,
  "ask-longer": askForLonger,
  code: enterCode,
  "send-again": sendAgain,
  extend,
  note: addNote,
  answer: answerByForm,
  withdraw,
  "mail-link": mailRequestLink,
};

const refuseStaff: AccessChange = pageButton(NO_FIELDS, async (_, submitted) =>
  submitted.refuse({
    form: ["You are signed in as a team member, so nothing was sent. Visitors use this form."],
  }),
);
const STAFF_CHANGES = Object.fromEntries(
  ACCESS_BUTTONS.map((button) => [button, refuseStaff]),
) as Readonly<Record<AccessButton, AccessChange>>;

export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  const { mode } = context.get(viewerContext);
  const changes = mode === "main" || mode === "preview" ? STAFF_CHANGES : ACCESS_CHANGES;
  const org = orgOf(context);
  const form: AccessForm = { context, request, org, place: placeOf(request, org) };
  const { button, answer } = await pressed(args, changes, form, { hide: ["code"] });
  if (!(answer instanceof Response))
    context.set(refusedFormContext, { button, result: answer.data.result });
  return answer;
}

export default function GetAccess() {
  return null;
}
