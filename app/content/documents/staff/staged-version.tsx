import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import type { Route } from "./+types/staged-version";
import { findDocument } from "../store/documents.server.ts";
import { listVersions } from "../store/document-versions.server.ts";
import {
  discardStagedVersion,
  findStagedVersion,
  publishStagedVersion,
} from "../store/staged-versions.server.ts";
import { firstPageLines, noticesAfterUpload } from "../texts/stored-texts.ts";
import { readFacts } from "../rules/read-facts.ts";
import { knownNotes } from "../upload/known-notes.ts";
import { servicesContext } from "#platform/context.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { publishVersionSchema } from "#model/documents/library.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { dayIn } from "#values/dates.ts";
import { sizeInWords } from "#values/file-size.ts";
import { momentOf } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { buttonAction, goneBefore } from "#web/forms/button.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { answering, type FormAnswer, formAction, formFailed, parseForm } from "#web/forms/form.ts";
import { noSuchDocument, TELL_SUBSCRIBERS, updateAbout } from "./document-shown.ts";
import { StagedScreen } from "./staged-screen.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Publish new version", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** A file that waits to be published, and what its first page says, beside what is stored now. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "files:edit");
  const services = context.get(servicesContext);
  const { store, key, now } = services;
  const { documentId, stagedId } = params;
  const [row, staged, versions] = await Promise.all([
    findDocument(store.read, org.id, documentId),
    findStagedVersion(store.read, org.id, documentId, stagedId, now()),
    listVersions(store.read, org.id, documentId),
  ]);
  if (row === null) throw noSuchDocument();
  if (staged === null) throw gone(documentId);
  const { fileName, contentType, encryptedType, blobHash, size } = staged;
  const file = { fileName, contentType, encryptedType, size, blob: { hash: blobHash, size } };
  // A server that ended meanwhile did not read it to its end.
  await noticesAfterUpload(services, org.id, [file]);
  const page = await firstPageLines(store.read, key, org.id, blobHash);
  const notes = await knownNotes(services, org, file);
  const today = dayIn(now(), org.timeZone);
  return {
    failed: formFailed(context),
    document: {
      id: row.id,
      name: row.originalName,
      auditor: row.auditor,
      periodFrom: row.periodFrom,
      periodTo: row.periodTo,
      expiresOn: row.expiresOn,
      expired: row.expiresOn !== null && row.expiresOn < today,
    },
    version: versions[0]?.number ?? 0,
    staged: {
      fileName,
      size: sizeInWords(size),
      by: staged.createdBy,
      at: momentOf(staged.createdAt, now(), org.timeZone),
      notes: [...notes.file, ...notes.text],
    },
    facts: readFacts(page ?? ""),
    wasRead: page !== null,
    constraint: formConstraint(publishVersionSchema),
  };
}

const intentSchema = z.object({
  intent: z.enum(["publish", "discard"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});

interface Step {
  context: Readonly<RouterContextProvider>;
  request: Request;
  documentId: string;
  stagedId: string;
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const step = { context, request, ...params };
  const { org } = await requireStaff(context, "files:edit");
  const { store } = context.get(servicesContext);
  if ((await findDocument(store.read, org.id, step.documentId)) === null) throw noSuchDocument();
  return formAction(step, intentSchema, ({ value: { intent }, form }) =>
    intent === "publish" ? publish(step, form) : discard(step),
  );
}

async function publish(step: Step, form: FormData): Promise<Response | FormAnswer> {
  const { context, documentId, stagedId } = step;
  const { permissions } = await requireStaff(context, "files:edit");
  return answering(
    parseForm(context, form, publishVersionSchema),
    async ({ value: { after, name, ...facts } }) => {
      const number = await written(step, (write) =>
        publishStagedVersion(
          write,
          { documentId, id: stagedId, after },
          { originalName: name, ...facts },
        ),
      );
      return redirectWithFlash(context, `/documents/${documentId}`, {
        text: `Version ${number} has been published.`,
        tone: "success",
        ...(permissions.has("updates:publish")
          ? { link: { label: TELL_SUBSCRIBERS, to: updateAbout(documentId) } }
          : {}),
      });
    },
  );
}

async function discard(step: Step): Promise<Response> {
  const { context, documentId, stagedId } = step;
  const list = `/documents/${documentId}`;
  const removal = async () => {
    await written(step, (write) => discardStagedVersion(write, documentId, stagedId));
    return redirectWithFlash(context, list, "The new version has been discarded.");
  };
  return buttonAction(context, list, removal, gone(documentId));
}

/** What was published, discarded, or waited too long. */
function gone(documentId: string) {
  return goneBefore("This new version", `/documents/${documentId}`);
}

async function written<T>({ context }: Step, verb: (write: Write) => Promise<T>): Promise<T> {
  const { org, session } = await requireStaff(context, "files:edit");
  const { store, now } = context.get(servicesContext);
  const by = actorOf(context, session);
  return store.write((trx) => verb({ trx, orgId: org.id, by, now: now() }));
}

export default function StagedVersion({ loaderData, actionData }: Route.ComponentProps) {
  return <StagedScreen {...loaderData} refused={actionData?.result ?? null} />;
}
