import {
  type FormAnswer,
  type Submitted,
  answering,
  failing,
  notFound,
  parseForm,
  readSubmission,
} from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { boxField, textField } from "#web/forms/fields.ts";
import { FormDialog } from "#web/staff/editing/form-dialog.tsx";
import type { RouteHandle } from "#values/page-query.ts";
import type { Route } from "./+types/company-page";
import { findAsset } from "#platform/files/store/assets.server.ts";
import { EditConflict, baseOf, snapshotOf } from "#web/history/store/record-change.server.ts";
import { companySubject, type CompanySnapshot } from "../store/company-history.server.ts";
import { updateCompany } from "../store/companies.server.ts";
import { LOGO_HINT, MAX_LOGO_BYTES, companyDetailsSchema } from "#model/companies/company-forms.ts";
import { SAVE_ERROR } from "#model/items/forms/items.ts";
import { Choice } from "#web/ui/choice-field.tsx";
import { TextField } from "#web/ui/field.tsx";
import { conflictAnswer } from "#web/staff/editing/conflict.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { type EditRequest, editRequest } from "#web/staff/editing/edit-request.ts";
import { PictureField } from "#web/staff/editing/picture-field.tsx";
import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import { type SentPicture, readPictureForm } from "#platform/files/upload/picture.ts";
import { storePicture } from "#platform/files/upload/stage-upload.ts";
import { refuseLength } from "#platform/files/upload/receive.ts";
import { attempt } from "#web/forms/shown.ts";

export const handle: RouteHandle = { dialog: true, takesFiles: true };

async function companyOf({ scope, org, product }: EditRequest, subjectId: string) {
  const key = { orgId: org.id, productId: product.id, subjectId };
  const stored = (await snapshotOf(scope.db, companySubject, key)) as CompanySnapshot | null;
  if (stored === null) throw notFound();
  return { key, stored };
}

/** The list from which the company was opened, and to which closing leads. */
function listHref({ href }: EditRequest, request: Request): string {
  return href(
    new URL(request.url).searchParams.get("list") === "subprocessors"
      ? "/edit/subprocessors"
      : "/edit/trusted-by",
  );
}

/**
 * A company's own name, domain and logo: they are the org's, and count wherever the company stands.
 */
export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args, { permission: "assets:edit" });
  const { key, stored } = await companyOf(edit, args.params.companyId);
  const asset =
    stored.logoAssetId === null
      ? null
      : await findAsset(edit.scope.db, edit.org.id, stored.logoAssetId);
  const logo =
    asset === null
      ? null
      : {
          fileName: asset.fileName,
          href: `/api/share/${edit.org.id}/assets/${asset.id}?v=${asset.revision}`,
        };
  return {
    page: { ...edit.page, closeHref: listHref(edit, args.request) },
    name: stored.name,
    domain: stored.domain,
    logo,
    constraint: formConstraint(companyDetailsSchema),
    base: await baseOf(edit.scope.db, companySubject, key),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args, { permission: "assets:edit" });
  const { stored } = await companyOf(edit, args.params.companyId);
  const sent = await sentCompany(args, edit.org.id);
  if ("answer" in sent) return sent.answer;
  const { submitted, recordLogo } = sent;
  const { base, name, domain, removeLogo } = submitted.value;
  const save = async () => {
    const { changeId } = await edit.change(
      { subject: companySubject, subjectId: args.params.companyId, base },
      async (trx) => {
        const logoAssetId =
          recordLogo === null ? (removeLogo ? null : undefined) : await recordLogo(trx, edit.now);
        await updateCompany(trx, edit.org.id, args.params.companyId, {
          name,
          domain,
          ...(logoAssetId === undefined ? {} : { logoAssetId }),
        });
      },
    );
    return edit.done(
      changeId === null ? `No changes to save for ${name}` : `${name} saved`,
      changeId,
      listHref(edit, args.request),
    );
  };
  const conflicted = (error: unknown) => {
    if (!(error instanceof EditConflict)) return undefined;
    const theirs = (error.current ?? stored) as CompanySnapshot;
    return conflictAnswer(
      submitted.refuse({ form: [error.message] }, { status: 409 }),
      error,
      edit.org.timeZone,
      [
        { label: "Name", yours: name, theirs: theirs.name },
        { label: "Domain", yours: domain, theirs: theirs.domain },
        {
          label: "Logo",
          yours:
            recordLogo === null
              ? removeLogo
                ? "None"
                : "Unchanged"
              : "A new one (choose the file again)",
          theirs: theirs.logoAssetId === null ? "None" : "A logo",
        },
      ],
    );
  };
  return answering(submitted, save, { ...failing(SAVE_ERROR), answers: conflicted });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, `Name and logo of ${loaderData?.name ?? "a company"}`);
}

export default function EditCompany({ loaderData, actionData }: Route.ComponentProps) {
  const { name, domain, logo } = loaderData;
  return (
    <FormDialog
      data={loaderData}
      answer={actionData}
      title={`Name and logo of ${name}`}
      names={["name", "domain", "logo"]}
      stored={{ name, domain, logo: null, removeLogo: null }}
      uploads
    >
      {(fields) => (
        <>
          <p className="text-muted">
            Used wherever the company appears: under Trusted By and Subprocessors, in every product.
          </p>
          <TextField
            {...textField(fields.name)}
            label="Name"
            minLength={2}
            maxLength={100}
            autoComplete="off"
            data-autofocus=""
          />
          <TextField
            {...textField(fields.domain)}
            inputMode="url"
            label="Domain"
            hint="Such as example.com. Leave empty for none."
            maxLength={253}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          {logo === null ? null : (
            <div className="flex items-center gap-4">
              <img
                src={logo.href}
                alt={`${name}’s current logo`}
                width={56}
                height={56}
                className="size-14 flex-none rounded-md object-contain"
              />
              <Choice {...boxField(fields.removeLogo)} label={`Remove ${logo.fileName}`} />
            </div>
          )}
          <PictureField
            id={fields.logo.id}
            name="logo"
            label="Logo"
            hint={LOGO_HINT}
            kinds="logo"
            errors={fields.logo.errors}
          />
        </>
      )}
    </FormDialog>
  );
}

type Accepted = Extract<Submitted<z.output<typeof companyDetailsSchema>>, { ok: true }>;

interface SentCompany {
  submitted: Accepted;
  /**
   * Makes the logo that was sent an asset of the org, in the transaction of what uses it; null when
   * none was sent.
   */
  recordLogo: ((trx: Writer, now: Date) => Promise<string>) | null;
}

/** Reads a company's form with its logo, which is stored when it is sound. */
async function sentCompany(
  args: { context: Readonly<RouterContextProvider>; request: Request },
  orgId: string,
): Promise<SentCompany | { answer: FormAnswer }> {
  const { fields, picture, fault } = isMultipart(args.request)
    ? await readUpload(args.request)
    : { fields: null, picture: null, fault: null };
  const submitted =
    fields === null
      ? await readSubmission(args, companyDetailsSchema)
      : parseForm(args.context, formOf(fields), companyDetailsSchema);
  if (!submitted.ok) return submitted;
  if (fault !== null)
    return {
      answer: submitted.refuse({ fields: { logo: [fault.message] } }, { status: fault.status }),
    };
  if (picture === null) return { submitted, recordLogo: null };
  const sent = await answering(submitted, async (): Promise<SentCompany> => {
    const stored = await storePicture(args.context.get(servicesContext), orgId, picture, {
      type: "company",
      maxBytes: MAX_LOGO_BYTES,
    });
    return { submitted, recordLogo: (trx, now) => stored.record(trx, now) };
  });
  return "submitted" in sent ? sent : { answer: sent };
}

/** The names of the form's own fields; no others are looked at. */
const FIELDS = ["base", "name", "domain", "removeLogo"];

function formOf(fields: ReadonlyMap<string, string>): FormData {
  const form = new FormData();
  for (const name of FIELDS) if (fields.has(name)) form.append(name, fields.get(name) ?? "");
  return form;
}

interface Read {
  fields: ReadonlyMap<string, string>;
  picture: SentPicture | null;
  fault: { message: string; status: number } | null;
}

async function readUpload(request: Request): Promise<Read> {
  const read = await attempt(async () => {
    refuseLength(request, MAX_LOGO_BYTES, 1);
    return readPictureForm(request, MAX_LOGO_BYTES, "logo");
  });
  if ("value" in read) return read.value;
  const { said, status } = read.refusal;
  return { fields: new Map(), picture: null, fault: { message: said.join(" "), status } };
}
