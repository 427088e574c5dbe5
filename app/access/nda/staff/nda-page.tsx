import { getFormProps, useForm } from "@conform-to/react";
import type * as z from "zod";
import type { Route } from "./+types/nda-page";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { listNdaVersions, listSignatures } from "#auth/nda/store/nda-signatures.server.ts";
import { findNda, setNdaProvider } from "#auth/nda/store/ndas.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatDate } from "#values/dates.ts";
import { formatMoment } from "#values/moments.ts";
import { ndaSettingsSchema } from "../forms/nda.ts";
import { pageTitle } from "#values/page-title.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { selectField } from "#web/forms/fields.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Register } from "./register.tsx";
import { Link } from "react-router";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("NDAs", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, 320);
  const { provider, accountWide, current } = await findNda(store.read, org.id, now());
  const register = await listSignatures(
    store.read,
    org.id,
    search,
    Number(url.searchParams.get("page") ?? 1),
  );
  return {
    failed: formFailed(context),
    constraint: formConstraint(ndaSettingsSchema),
    search,
    settings: { provider, accountWide },
    versions: (await listNdaVersions(store.read, org.id)).map((version) => ({
      ...version,
      signatures: Number(version.signatures ?? 0),
      published: formatMoment(version.publishedAt, org.timeZone),
      current: version.id === current?.id,
    })),
    register: {
      page: register.page,
      pages: register.pages,
      total: register.total,
      rows: register.rows.map(
        ({
          id,
          name,
          email,
          accountId,
          accountName,
          signedAt,
          title,
          importedBy,
          importedAt,
          memberId,
          note,
          blobHash,
        }) => ({
          id,
          name,
          email,
          accountId,
          accountName,
          title,
          note,
          signed:
            importedAt === null
              ? formatMoment(signedAt, org.timeZone)
              : formatDate(signedAt.slice(0, 10), org.timeZone),
          imported:
            importedAt === null
              ? null
              : {
                  by: importedBy ?? "",
                  wholeAccount: memberId === null,
                  hasFile: blobHash !== null,
                },
        }),
      ),
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  return formAction({ request, context }, ndaSettingsSchema, async (submitted) => {
    const { store, now } = context.get(servicesContext);
    const settings = submitted.value;
    if (
      settings.provider === "clickwrap" &&
      (await findNda(store.read, org.id, now())).current === null
    ) {
      return submitted.refuse({
        fields: { provider: ["Publish a text first. Without one, there is nothing to sign."] },
      });
    }
    await store.write(async (trx) => {
      await setNdaProvider(trx, org.id, settings);
      await recordAudit(
        { trx, orgId: org.id, by: actorOf(context, session), now: now() },
        { action: "nda.settings-changed", detail: { ...settings } },
      );
    });
    return redirectWithFlash(context, "/nda", "Saved.");
  });
}

export default function NdaSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, versions, register, search } = loaderData;
  const [form, { provider, accountWide }] = useForm<z.input<typeof ndaSettingsSchema>>({
    id: "nda",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
    defaultValue: {
      provider: settings.provider,
      accountWide: settings.accountWide ? "yes" : undefined,
    },
  });
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">NDAs</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        Members sign the NDA before they can open documents that require it. Existing signatures
        never change.
      </p>
      <form
        method="post"
        {...getFormProps(form, { ariaAttributes: false })}
        className="mb-10 max-w-[36rem] space-y-5 rounded-lg border border-line bg-surface p-6"
      >
        <OnceField />
        <ErrorSummary errors={form.errors} fields={[provider, accountWide]} />
        <SelectField
          {...selectField(provider)}
          label="How members sign"
          hint="“None” opens NDA documents to everyone with access. Choosing “Clickwrap” again locks them for people who haven’t signed."
          defaultValue={typeof provider.initialValue === "string" ? provider.initialValue : "none"}
          options={[
            { value: "none", label: "None" },
            { value: "clickwrap", label: "Clickwrap: name and checkbox" },
          ]}
        />
        <Choice
          id={accountWide.id}
          name={accountWide.name}
          value="yes"
          defaultChecked={accountWide.initialValue === "yes"}
          label="One signature covers every member of the account"
        />
        <Button>Save</Button>
      </form>
      <section aria-labelledby="versions" className="mb-10">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="versions" className="text-lg font-semibold">
            NDA texts
          </h2>{" "}
          <ButtonLink to="/nda/versions/new">Add NDA text</ButtonLink>
        </div>
        <Versions versions={versions} />
      </section>
      <Register register={register} search={search} />
    </>
  );
}

interface ShownVersion {
  id: string;
  title: string;
  published: string;
  publishedAt: string;
  publishedBy: string;
  signatures: number;
  current: boolean;
}

/** Every text that was published, the newest first; each can be read. */
function Versions({ versions }: { versions: readonly ShownVersion[] }) {
  if (versions.length === 0)
    return (
      <p className="text-muted">
        No text has been published yet. <Link to="/nda/versions/new?text=mutual">Mutual</Link> and{" "}
        <Link to="/nda/versions/new?text=one-way">one-way</Link> templates are available to start
        from.
      </p>
    );
  return (
    <TableFrame label="List of texts" head={["Text", "Published", "By", "Signatures"]}>
      {versions.map((version) => (
        <tr key={version.id}>
          <th scope="row" className="px-4 py-3 text-start align-top font-medium">
            <Link to={`/nda/versions/${version.id}`}>{version.title}</Link>{" "}
            {version.current ? <Tag tone="green">Active</Tag> : null}
          </th>
          <td>
            <time dateTime={version.publishedAt}>{version.published}</time>
          </td>
          <td>{version.publishedBy}</td>
          <td>{version.signatures}</td>
        </tr>
      ))}
    </TableFrame>
  );
}
