import { redirect } from "react-router";
import type { Route } from "./+types/get-access";
import { viewerContext } from "#platform/context.ts";
import { accessIntentSchema, type AccessIntent } from "../forms/access-forms.ts";
import { dialogQuery } from "#model/access-requests/access-dialog.ts";
import { answering, formCameBack, readSubmission, type FormAnswer } from "#web/forms/form.ts";
import { headOf } from "#web/portal/head.ts";
import { orgOf } from "#web/portal/scope.ts";
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
import type { AccessForm } from "./access-form.ts";
import { addressOn, placeOf, refusedFormContext } from "./request-state.ts";

/**
 * Where the forms of the access dialogs post to. What was refused is shown again here, over the
 * product's page; who comes by a link or reloads is led to the dialog's own address.
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
  return [...headOf(matches), { name: "robots", content: "noindex" }];
}

const FORMS: Readonly<Record<AccessIntent, (form: AccessForm) => Promise<Response | FormAnswer>>> =
  {
    login: (form) => logInByForm(form),
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

export async function action({ request, context }: Route.ActionArgs) {
  const submitted = await readSubmission({ request, context }, accessIntentSchema, {
    hide: ["code"],
  });
  if (!submitted.ok) return shownAgain(null, submitted.answer);
  const { intent } = submitted.value;
  const { mode } = context.get(viewerContext);
  if (mode === "main" || mode === "preview")
    return shownAgain(
      intent,
      submitted.refuse({
        form: ["You are signed in as a team member, so nothing was sent. Visitors use this form."],
      }),
    );
  const org = orgOf(context);
  const form: AccessForm = {
    context,
    request,
    org,
    place: placeOf(request, org),
    fields: submitted.form,
    submitted,
  };
  const answer = await answering(submitted, () => FORMS[intent](form));
  return answer instanceof Response ? answer : shownAgain(intent, answer);

  function shownAgain(refused: AccessIntent | null, again: FormAnswer): FormAnswer {
    context.set(refusedFormContext, { intent: refused, result: again.data.result });
    return again;
  }
}

export default function GetAccess() {
  return null;
}
