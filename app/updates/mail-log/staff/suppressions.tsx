import { getFormProps, useForm } from "@conform-to/react";
import type { Route } from "./+types/suppressions";
import { NotFound } from "#db/refusals.ts";
import {
  listSuppressions,
  suppressAddress,
  unsuppressAddress,
} from "#platform/mail/store/suppressions.server.ts";
import { servicesContext } from "#platform/context.ts";
import { shownAddress } from "#model/privacy/erased.ts";
import { suppressionSchema } from "../forms/mail-log.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, readSubmission } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { ListTable } from "#web/lists/table.tsx";
import { MailHead } from "./head.tsx";
import { SUPPRESSION_COLUMNS } from "./suppression-columns.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

const PER_PAGE = 50;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Suppressed addresses", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store } = context.get(servicesContext);
  const page = Math.min(
    Math.max(1, Math.trunc(Number(url.searchParams.get("page") ?? 1)) || 1),
    100_000,
  );
  const { rows, total } = await listSuppressions(store.read, org.id, {
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  });
  return {
    rows: rows.map((row) => ({ ...row, when: formatMoment(row.at, org.timeZone) })),
    page,
    pages: Math.max(1, Math.ceil(total / PER_PAGE)),
    failed: formFailed(context),
    constraint: formConstraint(suppressionSchema),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  const submitted = await readSubmission({ request, context }, suppressionSchema);
  if (!submitted.ok) return submitted.answer;
  const { store, now } = context.get(servicesContext);
  const { intent, email } = submitted.value;
  const by = actorOf(context, session);
  if (intent === "add") {
    await store.write((trx) =>
      suppressAddress(
        { trx, orgId: org.id, by, now: now() },
        { email: email.email, reason: "manual" },
      ),
    );
    return redirectWithFlash(context, "/mail/suppressions", {
      text: `${email.email} is now suppressed.`,
      tone: "success",
    });
  }
  await store
    .write((trx) => unsuppressAddress({ trx, orgId: org.id, by, now: now() }, email.email))
    .catch((error: unknown) => {
      // Somebody else was quicker: it is as it was wanted.
      if (!(error instanceof NotFound)) throw error;
    });
  return redirectWithFlash(context, "/mail/suppressions", {
    text: `${shownAddress(email.email)} gets email again.`,
    tone: "success",
  });
}

export default function Suppressions({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, page, pages } = loaderData;
  const [form, { email }] = useForm<{ email: string }>({
    id: "suppress",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  return (
    <>
      <MailHead
        current="/mail/suppressions"
        lead="You don’t send email to these addresses. They don’t exist, marked your email as spam or were added by your team. Sign-in links are still sent on request, except to addresses your team added."
      />
      <ErrorSummary errors={form.errors} fields={[email]} />
      <form
        method="post"
        className="mb-8 flex flex-wrap items-end gap-4"
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <OnceField />
        <div className="grow sm:max-w-[24rem]">
          <TextField {...textField(email)} type="email" label="Email" autoComplete="off" />
        </div>
        <Button look="secondary" name="intent" value="add">
          Suppress
        </Button>
      </form>
      {rows.length === 0 ? (
        <p className="text-muted">No addresses are suppressed.</p>
      ) : (
        <ListTable
          label="Suppressed addresses"
          columns={SUPPRESSION_COLUMNS}
          rows={rows}
          rowKey={({ email: address }) => address}
        />
      )}
      <Pager
        page={page}
        pages={pages}
        href={(target) => `/mail/suppressions?page=${target}`}
        label="Pages of suppressed addresses"
      />
    </>
  );
}
