import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { changeCustomization } from "../../settings/store/change-customization.server.ts";
import { changeTypes } from "../store/library.server.ts";
import { NotFound } from "../../../../db/refusals.ts";
import { servicesContext } from "../../../context.ts";
import {
  changeTypesSchema,
  libraryQuery,
  librarySearch,
  librarySettingsSchema,
  TYPES_NOT_SAVED,
  typesUpdated,
} from "../rules/library.ts";
import { redirectWithFlash } from "../../../http/request/flash.ts";
import { answering, formAction, parseForm, type FormAnswer } from "../../../forms/form.ts";
import { actorOf, requireStaff } from "../../../auth/current-staff.ts";

interface Change {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

const intentSchema = z.object({
  intent: z.enum(["change-type", "settings"], {
    error: "This form names nothing that this page does.",
  }),
});

/** The library's plain forms: the type of many documents, and the settings. */
export async function changeLibrary(change: Change): Promise<Response | FormAnswer> {
  // Whoever may do neither learns nothing of what is wrong with the form.
  await requireStaff(change.context, "files:view");
  return formAction(change, intentSchema, ({ value: { intent }, form }) =>
    intent === "settings" ? saveSettings(change, form) : saveTypes(change, form),
  );
}

async function saveTypes({ context, url }: Change, form: FormData): Promise<Response | FormAnswer> {
  const { org, session } = await requireStaff(context, "files:edit");
  const { store, now } = context.get(servicesContext);
  return answering(
    parseForm(context, form, changeTypesSchema),
    async ({ value: { documentIds, type } }) => {
      const count = await store.write((trx) =>
        changeTypes(trx, org.id, documentIds, type, actorOf(context, session), now()),
      );
      return redirectWithFlash(context, listOf(url), typesUpdated(count));
    },
    {
      failed: TYPES_NOT_SAVED,
      answers: (error, { refuse }) =>
        error instanceof NotFound
          ? refuse({ form: [TYPES_NOT_SAVED] }, { status: 404 })
          : undefined,
    },
  );
}

async function saveSettings(
  { context, url }: Change,
  form: FormData,
): Promise<Response | FormAnswer> {
  const { org, session } = await requireStaff(context, "settings:edit");
  const submitted = parseForm(context, form, librarySettingsSchema);
  if (!submitted.ok) return submitted.answer;
  const { store, now } = context.get(servicesContext);
  await store.write((trx) =>
    changeCustomization(trx, org.id, submitted.value, actorOf(context, session), now()),
  );
  return redirectWithFlash(context, listOf(url), "The settings for documents have been saved.");
}

function listOf(url: URL): string {
  return `/documents${libraryQuery(librarySearch(url.searchParams))}`;
}
