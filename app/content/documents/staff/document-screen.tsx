import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type { ReactNode } from "react";
import { fileTypeInWords } from "#values/file-types.ts";
import type { DocumentAccessType } from "#model/items/items.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { FirstPage } from "#web/ui/first-page.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { EditForm, Facts } from "./edit-form.tsx";
import type { ShownDocument, ShownVersion } from "./document-shown.ts";
import { Readers, type ShownReaders } from "./readers.tsx";
import type { ShownReadFact } from "../rules/read-facts.ts";
import { FactsRead, withFacts } from "./facts-read.tsx";
import { VersionForm, WaitingVersions, type WaitingVersion } from "./version-form.tsx";
import { Versions } from "./versions.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface DocumentScreenProps {
  document: ShownDocument;
  /** Whether its first page can be drawn. */
  hasFirstPage: boolean;
  readers: ShownReaders;
  /** What the first page says, to be confirmed. */
  facts: readonly ShownReadFact[];
  /** Whether the form begins with that. */
  filled: boolean;
  /** Answers of a questionnaire whose entries were changed. */
  changedAnswers: number;
  /** What search and readers don't get of its text. */
  textNotices: readonly string[];
  versions: readonly ShownVersion[];
  links: readonly ShownLink[];
  /** New versions that wait to be published. */
  waiting: readonly WaitingVersion[];
  may: { edit: boolean; download: boolean };
  maxBytes: number;
  documentAccessType: DocumentAccessType;
  constraint: FormConstraint;
  dialog: "delete" | null;
  /** The form of a new version, which was refused. */
  upload: { errors: readonly string[] } | null;
  form: SubmissionResult | null;
}

/** One document: what it is, where it is linked, what it held before. */
export function DocumentScreen({
  document,
  hasFirstPage,
  readers,
  facts,
  filled,
  changedAnswers,
  textNotices,
  versions,
  links,
  waiting,
  may,
  maxBytes,
  documentAccessType,
  constraint,
  dialog,
  upload,
  form,
}: DocumentScreenProps) {
  const { "": formErrors, ...fieldErrors } = form?.error ?? {};
  const summary = [
    ...(formErrors ?? []),
    ...(fieldErrors.intent ?? []),
    ...(fieldErrors.version ?? []),
  ];
  return (
    <>
      {dialog === "delete" ? (
        <DeleteDialog document={document} links={links} errors={summary} />
      ) : null}
      <div inert={dialog !== null} className="space-y-8">
        <div>
          <Link
            to="/documents"
            className="inline-flex min-h-8 items-center gap-2 text-sm text-muted no-underline hover:text-ink hover:underline"
          >
            <Icon name="arrowLeft" size={16} />
            Documents
          </Link>
          <div className="mt-2 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
            {hasFirstPage ? (
              <FirstPage
                src={`/documents/${document.id}/thumbnail?version=${versions.length}`}
                format={document.fileType}
                look="page"
              />
            ) : null}
            <div className="min-w-0 flex-1 basis-80">
              <h1 className="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">
                {document.name}
              </h1>
              <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                {document.fileType === null ? null : (
                  <Tag tone="accent">{fileTypeInWords(document.fileType)}</Tag>
                )}
                <span>{document.type}</span>
                <span>{document.size}</span>
                {document.encrypted ? <Tag>Encrypted</Tag> : null}
                {document.expired ? <Tag tone="orange">Expired</Tag> : null}
              </p>
              {document.notes.map((note) => (
                <p key={note} className="mt-2 max-w-prose border-l-2 border-line pl-3 text-sm">
                  {note}
                </p>
              ))}
            </div>
            <div className="flex flex-wrap gap-3">
              {may.download ? (
                <a
                  href={`/documents/${document.id}/download`}
                  download
                  className={buttonClass("secondary")}
                >
                  <Icon name="download" size={18} />
                  Download
                </a>
              ) : null}{" "}
              {may.edit ? (
                <ButtonLink to="?delete=true" look="danger" preventScrollReset>
                  <Icon name="trash" size={18} />
                  Delete
                </ButtonLink>
              ) : null}
            </div>
          </div>
        </div>
        {dialog === null ? (
          <ErrorSummary
            errors={[...summary, ...(upload?.errors ?? [])]}
            fields={Object.entries(fieldErrors)
              .map(([name, errors]) => ({ id: `document-${name}`, errors: errors ?? [] }))
              .filter(({ id }) => !["document-intent", "document-version"].includes(id))}
          />
        ) : null}
        {changedAnswers === 0 ? null : (
          <ChangedAnswers documentId={document.id} count={changedAnswers} />
        )}
        {textNotices.length === 0 ? null : (
          <Section id="text" title="Text of this file">
            <ul className="max-w-prose list-disc space-y-2 ps-5 text-sm">
              {textNotices.map((notice) => (
                <li key={notice}>{notice}</li>
              ))}
            </ul>
          </Section>
        )}
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Section id="details" title="Details">
            {facts.length === 0 ? null : (
              <FactsRead documentId={document.id} facts={facts} filled={filled} />
            )}
            {may.edit ? (
              <EditForm
                key={`${filled ? "filled" : "stored"} ${versions.length}`}
                document={filled ? withFacts(document, facts) : document}
                documentAccessType={documentAccessType}
                constraint={constraint}
                refused={form}
              />
            ) : (
              <Facts document={document} />
            )}
          </Section>
          <div className="space-y-8">
            <Section id="readers" title="Readers">
              <Readers {...readers} />
            </Section>
            <Section
              id="links"
              title="Linked to"
              lead={
                links.length === 0
                  ? "No item links to this document, so no visitor sees it."
                  : undefined
              }
            >
              <Links links={links} />
            </Section>
            {may.edit ? (
              <Section
                id="new-version"
                title="Upload new version"
                lead="Keeps links and access. The old version stays available below."
              >
                {waiting.length === 0 ? null : (
                  <WaitingVersions documentId={document.id} waiting={waiting} />
                )}
                <VersionForm
                  key={versions.length}
                  documentId={document.id}
                  maxBytes={maxBytes}
                  errors={upload?.errors}
                />
              </Section>
            ) : null}
          </div>
        </div>
        <Section id="versions" title="Versions">
          <Versions documentId={document.id} versions={versions} may={may} />
        </Section>
      </div>
    </>
  );
}

/** That answers of a questionnaire can be refreshed, and where. */
function ChangedAnswers({ documentId, count }: { documentId: string; count: number }) {
  return (
    <p className="flex max-w-prose flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-line pl-3 text-sm">
      {count === 1
        ? "1 answer uses an FAQ entry or control that has changed."
        : `${count} answers use FAQ entries or controls that have changed.`}{" "}
      <ButtonLink to={`/documents/${documentId}/answers`} look="secondary">
        {count === 1 ? "Refresh 1 answer" : `Refresh ${count} answers`}
      </ButtonLink>
    </p>
  );
}

function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      {lead === undefined ? null : <p className="mt-1 text-sm text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

/** Shows what a document is linked to before it goes. */
function DeleteDialog({
  document,
  links,
  errors,
}: {
  document: ShownDocument;
  links: readonly ShownLink[];
  errors: readonly string[];
}) {
  const closeHref = `/documents/${document.id}`;
  return (
    <Dialog closeHref={closeHref} title="Delete document">
      <div className="space-y-6">
        <ErrorSummary errors={errors} fields={[]} />
        <p className="[overflow-wrap:anywhere]">
          <strong>{document.name}</strong> will be deleted with all its versions. This action cannot
          be undone. Records of visitor activity are kept.
        </p>
        {links.length === 0 ? (
          <p className="text-sm text-muted">No item links to it.</p>
        ) : (
          <div>
            <p className="mb-3 text-sm font-medium">
              {links.length === 1
                ? "1 item links to it and will lose it:"
                : `${links.length} items link to it and will lose it:`}
            </p>
            <Links links={links} />
          </div>
        )}
        <form method="post" noValidate className="flex flex-wrap gap-3">
          <OnceField />
          <input type="hidden" name="intent" value="delete" />
          <Button look="danger">Delete document</Button>{" "}
          <Link to={closeHref} preventScrollReset className={buttonClass("secondary")}>
            Cancel
          </Link>
        </form>
      </div>
    </Dialog>
  );
}

interface ShownLink {
  productName: string;
  itemTitle: string;
  href: string;
}

/** The items that a document is linked to, each a way there. */
function Links({ links }: { links: readonly ShownLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-y border-line text-sm">
      {links.map((link) => (
        <li key={link.href} className="py-2">
          <a
            href={link.href}
            className="inline-block min-h-6 font-medium text-accent underline-offset-2 hover:underline"
          >
            {link.itemTitle}
          </a>{" "}
          <span className="block text-muted">{link.productName}</span>
        </li>
      ))}
    </ul>
  );
}
