import { PublicPreview } from "#web/staff/editing/public-preview.tsx";
import { Link, useOutletContext } from "react-router";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Previewing } from "#web/ui/previewing.ts";
import { ConnectionFields } from "./connection-section.tsx";
import { ConflictPanel } from "#web/staff/editing/conflict.tsx";
import { useDiscard } from "#web/staff/editing/discard.tsx";
import { DrawerButtons, useSaving } from "#web/staff/editing/drawer-buttons.tsx";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import type { ItemAnswer } from "./answer.ts";
import { DocumentsField } from "./documents.tsx";
import { EntriesField } from "./entries.tsx";
import { MAX_EXPLANATION } from "#model/items/forms/items.ts";
import { MarkdownField } from "#web/staff/editing/markdown-field.tsx";
import {
  AccessField,
  ChoiceField,
  FactFields,
  field,
  inputId,
  LinkField,
  StateField,
  TitleField,
  pressing,
} from "./item-fields.tsx";
import type { ItemPage } from "./item-page.ts";
import { LetterField } from "./letter.tsx";
import { LibrarySwitch } from "./library-link.tsx";
import { isTicked } from "#values/form-values.ts";
import { CertificationBadge } from "#web/ui/certification-badge.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { describedBy, FieldFrame } from "#web/ui/field.tsx";
import type { FormPart } from "./item-fields.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

const EXPLANATION_HINT =
  "Tell reviewers what they need to know, in a few sentences. Markdown: **bold**, - lists, [links](https://…).";

/** The official badge, for holders who may show it, in place of the generic seal. */
function BadgeField({ data, values, errors }: FormPart) {
  if (data.badge === null) return null;
  const { seal, picture, fileName } = data.badge;
  const id = inputId("badge");
  const hint =
    "png, jpeg or svg, at most 1 MB. Only use a certification body’s logo if you hold the certificate.";
  return (
    <FieldGroup id={inputId("badge-group")} legend="Badge">
      <div className="flex items-start gap-4">
        <CertificationBadge
          badge={seal}
          auditor={null}
          picture={picture}
          size={56}
          state="Enabled"
        />
        <div className="min-w-0 grow space-y-3">
          <FieldFrame id={id} label="Official badge" hint={hint} errors={errors.badge}>
            <input
              id={id}
              name="badge"
              type="file"
              accept=".png,.jpg,.jpeg,.svg"
              aria-invalid={errors.badge?.length ? true : undefined}
              aria-describedby={describedBy({ id, hint, errors: errors.badge })}
              className={FILE_CLASS}
            />
          </FieldFrame>
          {picture === null ? null : (
            <Choice
              id={inputId("removeBadge")}
              name="removeBadge"
              value="on"
              label={`Remove ${fileName ?? "it"} and show the generic seal`}
              defaultChecked={isTicked(values, "removeBadge")}
            />
          )}
        </div>
      </div>
    </FieldGroup>
  );
}

const FILE_CLASS =
  "block w-full min-h-10 cursor-pointer text-sm text-ink file:me-3 file:min-h-10 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-edge file:bg-surface file:px-4 file:py-2 file:text-sm file:font-medium file:text-ink";

interface ItemFormProps {
  loaderData: ItemPage;
  actionData?: (ItemAnswer & { documents?: ItemPage["documents"] }) | undefined;
}

/** The head of an item's form, also where there is no item. */
export function itemMeta(data: ItemPage | undefined, { uid }: { uid?: string | undefined }) {
  const title =
    uid === undefined ? (data?.heading ?? "Add custom item") : `Edit ${data?.heading ?? "item"}`;
  return editMeta(data?.page, title);
}

/** The form of an item in a drawer: every section that it has. */
export function ItemForm(props: ItemFormProps) {
  const { kind, uid } = props.loaderData;
  // Another item at the same route is another form: nothing of this one's may stay in its inputs.
  return <Sections key={`${kind} ${uid}`} {...props} />;
}

function Sections({ loaderData: data, actionData: answer }: ItemFormProps) {
  const { form, confirmation } = useDiscard(answer !== undefined);
  const { saving, onSubmit } = useSaving();
  const running = useHydrated();
  const values = answer?.values ?? data.values;
  const part = { data, values, errors: answer?.errors ?? {} };
  const documents = answer?.documents ?? data.documents;
  const uploads = data.mayUpload || data.badge !== null;
  return (
    <Dialog
      variant="drawer"
      closeHref={data.page.closeHref}
      title={data.heading}
      headerExtra={
        data.uid === null ? null : <p className="mt-1 text-sm text-muted">{data.cardTitle}</p>
      }
    >
      {answer?.preview == null ? null : <Preview preview={answer.preview} />}
      <form
        ref={form}
        method="post"
        action={data.formHref}
        encType={uploads ? "multipart/form-data" : undefined}
        onSubmit={onSubmit}
        noValidate
        className="space-y-7"
      >
        <OnceField />
        {/* Enter saves, whatever buttons stand between here and there. Where no scripts run nobody can tell in which field it was: the server does (`buttons.ts`). */}
        <button
          type="submit"
          {...(running || documents === null ? {} : pressing(data.formHref, "enter"))}
          hidden
          tabIndex={-1}
        >
          Save
        </button>
        {answer?.conflict == null ? (
          <Faults answer={answer} />
        ) : (
          <ConflictPanel conflict={answer.conflict} />
        )}
        {answer?.notice == null ? null : (
          <p
            role="status"
            className="rounded-md border border-green bg-green-soft p-4 text-sm text-green [overflow-wrap:anywhere]"
          >
            {answer.notice}
          </p>
        )}
        <input type="hidden" name="base" value={field(part, "base").defaultValue} />
        {answer?.warning == null ? null : (
          <input type="hidden" name="sameTitle" value={field(part, "sameTitle").defaultValue} />
        )}
        {data.guidance === null ? null : <Guidance text={data.guidance} />}
        <TitleField {...part} />
        <div className="grid gap-7 sm:grid-cols-2">
          <StateField {...part} />
          <AccessField {...part} />
        </div>
        <FactFields {...part} />
        <MarkdownField
          {...field(part, "explanation")}
          label="Explanation"
          hint={EXPLANATION_HINT}
          rows={7}
          maxLength={MAX_EXPLANATION}
        />
        <LinkField {...part} />
        {data.connection === null ? null : (
          <ConnectionFields {...part} connection={data.connection} />
        )}
        <EntriesField {...part} />
        <BadgeField {...part} />
        {documents === null ? null : <DocumentsField {...part} documents={documents} />}
        <ChoiceField {...part} />
        <LetterField {...part} previewed={answer?.letterPreview ?? null} />
        <DrawerButtons
          closeHref={data.page.closeHref}
          saving={saving}
          preview={pressing(data.formHref, "preview")}
          save={answer?.conflict?.save}
        >
          {data.urlHref === null ? null : (
            <Link to={data.urlHref} preventScrollReset className={buttonClass("quiet")}>
              Create custom url
            </Link>
          )}{" "}
          {data.moveHref === null ? null : (
            <Link to={data.moveHref} preventScrollReset className={buttonClass("quiet")}>
              Move item
            </Link>
          )}{" "}
          {data.deleteHref === null ? null : (
            <Link
              to={data.deleteHref}
              preventScrollReset
              title="Delete item"
              className={buttonClass("danger", "normal", "ms-auto")}
            >
              Delete item
            </Link>
          )}
        </DrawerButtons>
      </form>
      {documents !== null && data.mayUpload ? (
        <LibrarySwitch areaIsHere={data.areaIsHere} orgId={data.orgId} />
      ) : null}
      {confirmation}
    </Dialog>
  );
}

function Faults({ answer }: { answer: ItemAnswer | undefined }) {
  if (answer === undefined) return null;
  const fields = Object.entries(answer.errors).map(([name, errors]) => ({
    id: inputId(name),
    errors,
  }));
  return (
    <>
      <ErrorSummary errors={answer.form} fields={fields} />
      {answer.warning === null ? null : (
        <p className="text-sm">
          <Link
            to={answer.warning.href}
            className="inline-block min-h-6 font-medium text-accent underline"
          >
            {answer.warning.label}
          </Link>{" "}
          instead, or save again to keep the title anyway.
        </p>
      )}
    </>
  );
}

/** What the catalogue says that a reviewer wants to read here. */
function Guidance({ text }: { text: string }) {
  return (
    <p className="flex gap-3 rounded-md bg-accent-soft p-4 text-sm">
      <Icon name="graduation" className="flex-none text-accent" />
      <span className="min-w-0">{text}</span>
    </p>
  );
}

/** The item as the public would see it, drawn by the portal itself. */
function Preview({ preview }: { preview: NonNullable<ItemAnswer["preview"]> }) {
  const previewing = useOutletContext<Previewing>();
  return (
    <PublicPreview>
      {preview.item === null ? (
        <p className="text-muted">{preview.why}</p>
      ) : (
        previewing.item(preview.item)
      )}
    </PublicPreview>
  );
}
