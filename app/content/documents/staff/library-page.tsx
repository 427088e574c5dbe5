import { type RouterContextProvider, data } from "react-router";
import type { Route } from "./+types/library-page";
import { listLibrary } from "../store/library-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import { dayIn } from "#values/dates.ts";
import {
  SOON_DAYS,
  TYPES_NOT_SAVED,
  changeTypesSchema,
  isFiltered,
  libraryQuery,
  librarySearch,
  librarySettingsSchema,
  typesUpdated,
} from "#model/documents/library.ts";
import { placeHref } from "../rules/placing.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import { maxUploadBytes } from "../upload/take.ts";
import { type FormAnswer, answering, formAction, formFailed, parseForm } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { LibraryScreen } from "./library-screen.tsx";
import { rowOf } from "./library-row.ts";
import { uploadFiles } from "./document-upload.ts";
import * as z from "zod";
import { changeCustomization } from "#company/settings/store/change-customization.server.ts";
import { changeTypes } from "../store/library.server.ts";
import { NotFound } from "#db/refusals.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Documents", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

const DAY_MS = 86_400_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "files:view");
  const { store, now } = context.get(servicesContext);
  const { documentAccessType, earlierVersions, expiredDocuments, maxUploadMegabytes } =
    org.customization;
  const search = librarySearch(url.searchParams);
  const today = dayIn(now(), org.timeZone);
  const soon = dayIn(new Date(Date.parse(`${today}T12:00:00Z`) + SOON_DAYS * DAY_MS), "UTC");
  const { rows, ...counts } = await listLibrary(store.read, org.id, search, {
    today,
    soon,
    accessType: documentAccessType,
  });
  const may = {
    edit: permissions.has("files:edit"),
    download: permissions.has("files:download"),
    settings: permissions.has("settings:edit"),
    place: permissions.has("files:edit") && permissions.has("statuspage:edit"),
  };
  return {
    failed: formFailed(context),
    search: { ...search, page: counts.page },
    filtered: isFiltered(search),
    counts,
    may,
    rows: rows.map((row) =>
      rowOf(row, { today, soon, accessType: documentAccessType, timeZone: org.timeZone }),
    ),
    constraint: formConstraint(librarySettingsSchema),
    settings: { documentAccessType, earlierVersions, expiredDocuments, maxUploadMegabytes },
    maxBytes: maxUploadBytes(org),
    dialog: dialogOf(url.searchParams, may),
    selected: url.searchParams.getAll("select").slice(0, 100),
    closeHref: `/documents${libraryQuery(search)}`,
  };
}

/** Which dialog an address opens, for someone who may do what it does. */
function dialogOf(
  query: URLSearchParams,
  may: { edit: boolean; settings: boolean },
): "upload" | "types" | "settings" | null {
  if (query.get("uploadModal") === "true" && may.edit) return "upload";
  if (query.get("changeType") === "true" && may.edit) return "types";
  return query.get("settings") === "true" && may.settings ? "settings" : null;
}

export async function action({ context, request, url }: Route.ActionArgs) {
  if (isMultipart(request)) {
    const { permissions } = await requireStaff(context, "files:edit");
    const list = listOf(url);
    const answer = await uploadFiles({ context, request }, (ids) =>
      permissions.has("statuspage:edit") ? placeHref(ids) : list,
    );
    return answer instanceof Response
      ? answer
      : data(
          { upload: answer.refused, form: null },
          { status: answer.status, headers: answer.headers },
        );
  }
  const answer = await changeLibrary({ context, request, url });
  return answer instanceof Response
    ? answer
    : data({ upload: null, form: answer.data }, answer.init ?? undefined);
}

export default function Library({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LibraryScreen
      {...loaderData}
      upload={actionData?.upload ?? null}
      form={actionData?.form ?? null}
    />
  );
}

interface Change {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
}

const intentSchema = z.object({
  intent: z.enum(["change-type", "settings"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});

/** The library's plain forms: the type of many documents, and the settings. */
async function changeLibrary(change: Change): Promise<Response | FormAnswer> {
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
        changeTypes(
          { trx, orgId: org.id, by: actorOf(context, session), now: now() },
          documentIds,
          type,
        ),
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
    changeCustomization(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      submitted.value,
    ),
  );
  return redirectWithFlash(context, listOf(url), "Document settings saved.");
}

function listOf(url: URL): string {
  return `/documents${libraryQuery(librarySearch(url.searchParams))}`;
}
