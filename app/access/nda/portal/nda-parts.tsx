import type { FieldMetadata } from "@conform-to/react";
import type { MarkdownTree } from "#values/markdown.ts";
import { DOWNLOAD_BUTTON } from "#model/nda/texts.ts";
import { textField } from "#web/forms/fields.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { usePortalHref } from "#web/portal/links.ts";
import { Markdown } from "#web/ui/markdown.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

type Field = FieldMetadata<unknown>;

/** A version of the NDA as the page that asks for a signature shows it. */
export interface ShownNda {
  id: string;
  title: string;
  body: MarkdownTree;
  published: string;
}

/**
 * The whole text that is signed, and since when it is in force.
 * @param props.look a box scrolls, beside what else a dialog has to say
 */
export function NdaText({
  nda,
  isTitled,
  look = "page",
}: {
  nda: ShownNda;
  isTitled: boolean;
  look?: "page" | "box";
}) {
  return (
    <>
      <section
        aria-label="Text of the NDA"
        tabIndex={look === "box" ? 0 : undefined}
        className={
          look === "box"
            ? "max-h-80 overflow-y-auto rounded-md border border-line bg-surface p-4 text-sm print:max-h-none"
            : "mt-6 rounded-lg border border-line bg-surface p-5 sm:p-8"
        }
      >
        {isTitled ? <h2 className="mb-4 text-lg font-semibold">{nda.title}</h2> : null}
        <Markdown tree={nda.body} />
      </section>
      <p className="mt-3 text-sm text-muted">Version of {nda.published}.</p>
    </>
  );
}

/** The typed name and the checkbox that make a signature, without the button that sends them. */
export function SignFields({
  name,
  agree,
  versionId,
}: {
  name: Field;
  agree: Field;
  versionId: { name: string; value: string };
}) {
  return (
    <>
      <input type="hidden" name={versionId.name} value={versionId.value} />
      <TextField
        {...textField(name)}
        label="Your full name"
        hint="Typing it counts as your signature."
        autoComplete="name"
      />
      <div className={agree.errors?.length ? "border-s-2 border-red ps-3" : undefined}>
        {agree.errors?.length ? (
          <p className="mb-1 text-sm font-medium text-red">
            <span className="sr-only">Error: </span>
            {agree.errors.join(" ")}
          </p>
        ) : null}
        <Choice
          id={agree.id}
          name={agree.name}
          value="yes"
          defaultChecked={agree.initialValue === "yes"}
          label="I have read the text above and agree to it"
        />
      </div>
    </>
  );
}

interface OwnSignature {
  title: string;
  body: MarkdownTree;
  signed: { iso: string; text: string };
}

/** What the member signed, with its PDF; or that somebody else's signature covers them. */
export function Signed({ own, accountId }: { own: OwnSignature | null; accountId: string }) {
  const href = usePortalHref();
  if (own === null)
    return <p className="text-muted">Your company has already signed. There is nothing to do.</p>;
  return (
    <>
      <p className="flex items-start gap-2">
        <Icon name="checkCircle" className="mt-0.5 shrink-0 text-green" />
        <span className="min-w-0">
          You signed this on <time dateTime={own.signed.iso}>{own.signed.text}</time>.
        </span>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={href("", { open: "true", show: "documents" }, "documents")}>
          See your documents
        </ButtonLink>{" "}
        <DownloadNda accountId={accountId} />
      </div>
      <section
        aria-labelledby="signed-text"
        className="mt-8 rounded-lg border border-line bg-surface p-5 sm:p-8"
      >
        <h2 id="signed-text" className="mb-4 text-lg font-semibold">
          {own.title}
        </h2>
        <Markdown tree={own.body} />
      </section>
    </>
  );
}

/** Fetches the PDF of what the member signed. */
export function DownloadNda({ accountId, className }: { accountId: string; className?: string }) {
  return (
    <form
      method="post"
      noValidate
      action={`/api/statuspage/share/${accountId}/external/download-signed-clickwrap-nda`}
      className={className}
    >
      <OnceField />
      <Button look="secondary">{DOWNLOAD_BUTTON}</Button>
    </form>
  );
}
