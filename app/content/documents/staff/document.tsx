import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { itemPath } from "#model/portal-paths.ts";
import { type RouterContextProvider, data, redirect } from "react-router";
import type { Route } from "./+types/document";
import { findDocument } from "../store/documents.server.ts";
import { documentReaders } from "../store/document-readers.server.ts";
import { findPageCount } from "../store/document-texts.server.ts";
import { listVersions } from "../store/document-versions.server.ts";
import { changedAnswers } from "../store/standing-answers.server.ts";
import { listStagedVersions } from "../store/staged-versions.server.ts";
import { listDocumentLinks } from "../store/library-list.server.ts";
import { servicesContext, type Services } from "#platform/context.ts";
import type { DocumentsTable } from "#db/schema.ts";
import { firstPageLines } from "../texts/stored-texts.ts";
import { readFacts, type ReadFact } from "../rules/read-facts.ts";
import { hasFirstPage } from "#model/visibility/file-rights.ts";
import { dayIn, formatDate } from "#values/dates.ts";
import { momentOf } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import { knownNotes } from "../upload/known-notes.ts";
import { maxUploadBytes, takeStagedVersion } from "../upload/take.ts";
import { formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { editDocumentSchema } from "#model/documents/library.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { changeDocument } from "./document-changes.ts";
import { DocumentScreen } from "./document-screen.tsx";
import { noSuchDocument, shownDocument, shownVersion } from "./document-shown.ts";
import { NotFound } from "#db/refusals.ts";
import { type Refusal, shownAction } from "#web/forms/shown.ts";

export const handle: RouteHandle = { takesFiles: true };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.document.name ?? "Document", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "files:view");
  const services = context.get(servicesContext);
  const { store, now } = services;
  const row = await findDocument(store.read, org.id, params.documentId);
  if (row === null) throw noSuchDocument();
  const file = { ...row, blob: { hash: row.blobHash, size: row.size } };
  const mayRefresh = permissions.has("files:edit") && permissions.has("kb:edit");
  const [versions, links, products, pages, notes, readers, waiting, changed] = await Promise.all([
    listVersions(store.read, org.id, row.id),
    listDocumentLinks(store.read, org.id, row.id),
    listProducts(store.read, org.id),
    findPageCount(store.read, org.id, row.blobHash),
    knownNotes(services, org, file),
    documentReaders(store.read, org.id, row.id, READERS),
    permissions.has("files:edit") ? listStagedVersions(store.read, org.id, row.id, now()) : [],
    mayRefresh ? changedAnswers(store.read, org.id, row.id, row.blobHash) : [],
  ]);
  const asked = url.searchParams.get("facts") === "read";
  const may = {
    edit: permissions.has("files:edit"),
    download: permissions.has("files:download"),
  };
  const { documentAccessType } = org.customization;
  const readOf = may.edit ? await factsRead(services, org.id, row) : [];
  return {
    failed: formFailed(context),
    document: shownDocument(row, {
      today: dayIn(now(), org.timeZone),
      accessType: documentAccessType,
      timeZone: org.timeZone,
      pages,
      notes: notes.file,
    }),
    facts: readOf.map((read) => ({
      ...read,
      words: read.fact === "auditor" ? read.value : formatDate(read.value, org.timeZone),
    })),
    filled: asked && may.edit,
    changedAnswers: changed.length,
    hasFirstPage: hasFirstPage(row),
    readers: {
      ...readers,
      people: permissions.has("accounts:review")
        ? readers.people.map((reader) => ({
            ...reader,
            last: momentOf(reader.at, now(), org.timeZone),
          }))
        : null,
      record: permissions.has("audit:view")
        ? `/audit?${new URLSearchParams({ about: row.originalName })}`
        : null,
    },
    textNotices: notes.text,
    versions: versions.map((version) => shownVersion(version, org.timeZone)),
    links: links.map(({ productName, productSlug, itemTitle, itemSlug }) => ({
      productName,
      itemTitle,
      href: `/${org.slug}${itemPath(encodeURIComponent(itemSlug), { slug: productSlug }, products)}`,
    })),
    waiting: waiting.map(({ id, fileName, createdBy, createdAt }) => ({
      id,
      fileName,
      by: createdBy,
      at: momentOf(createdAt, now(), org.timeZone),
    })),
    may,
    maxBytes: maxUploadBytes(org),
    documentAccessType,
    constraint: formConstraint(editDocumentSchema),
    dialog: url.searchParams.get("delete") === "true" && may.edit ? ("delete" as const) : null,
  };
}

/** So many people are named who opened it. */
const READERS = 8;

/**
 * What the first page says of a document and nobody has confirmed: facts that are not stored, or
 * stored otherwise.
 */
async function factsRead(
  { store, key }: Pick<Services, "store" | "key">,
  orgId: string,
  row: DocumentsTable,
): Promise<ReadFact[]> {
  const page = (await firstPageLines(store.read, key, orgId, row.blobHash)) ?? "";
  return readFacts(page).filter(({ fact, value }) => row[fact] !== value);
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const change = { context, request, documentId: params.documentId };
  if (isMultipart(request)) {
    const answer = await uploadNewVersion(change);
    return answer instanceof Response
      ? answer
      : data(
          { upload: { errors: answer.errors }, form: null },
          { status: answer.status, headers: answer.headers },
        );
  }
  const answer = await changeDocument(change);
  return answer instanceof Response
    ? answer
    : data({ upload: null, form: answer.data }, answer.init ?? undefined);
}

export default function Document({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <DocumentScreen
      {...loaderData}
      upload={actionData?.upload ?? null}
      form={actionData?.form?.result ?? null}
    />
  );
}

interface Answer {
  errors: string[];
  status: number;
  headers?: HeadersInit;
}

/**
 * Takes the form 'Upload new version': the file waits, and the next page asks for its own facts
 * before it is published.
 */
async function uploadNewVersion({
  context,
  request,
  documentId,
}: {
  context: Readonly<RouterContextProvider>;
  request: Request;
  documentId: string;
}): Promise<Response | Answer> {
  const { org, session } = await requireStaff(context, "files:edit");
  const services = context.get(servicesContext);
  if ((await findDocument(services.store.read, org.id, documentId)) === null)
    throw noSuchDocument();
  const show = ({ said, ...refused }: Refusal): Answer => ({
    errors: said,
    status: refused.status,
    headers: refused.headers,
  });
  const take = async (refuse: (message: string, status?: number) => Answer) => {
    const by = actorOf(context, session);
    const taken = await takeStagedVersion(services, org, request, { documentId, by });
    if (!("refused" in taken))
      return redirect(`/documents/${documentId}/staged/${taken.id}`, { status: 303 });
    const { refused } = taken;
    return refused === null
      ? refuse("Choose a file")
      : refuse(`${refused.sentName}: ${refused.message}`, refused.status);
  };
  return shownAction(context, show, take, {
    answers(error) {
      if (error instanceof NotFound) throw noSuchDocument();
      return undefined;
    },
  });
}
