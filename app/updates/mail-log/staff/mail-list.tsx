import { Form } from "react-router";
import type { Route } from "./+types/mail-list";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { mailHealth } from "#platform/mail/store/mail-health.server.ts";
import { countMails, listMails } from "#platform/mail/store/outbox-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import { mailQuery, mailSearchParams, testMailSchema } from "../forms/mail-log.ts";
import { formatMoment } from "#values/moments.ts";
import { pageAsked } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { staffTest } from "../mail/staff-test.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { transportName } from "#platform/mail/transports/open-transport.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { readSubmission } from "#web/forms/form.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { Pager, pagesOf } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { MailHead } from "./head.tsx";
import { MailFilters } from "./mail-filters.tsx";
import { MailTable } from "./mail-table.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta() {
  return [{ title: pageTitle("Email") }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store, config, now } = context.get(servicesContext);
  const query = mailQuery(url.searchParams);
  const list = await listMails(
    store.read,
    org.id,
    { state: query.state ?? undefined, q: query.q },
    pageAsked(url.searchParams.get("page")),
  );
  const health = await mailHealth(store.read, transportName(config), now());
  return {
    ...list,
    rows: list.rows.map((mail) => ({
      ...mail,
      when: formatMoment(mail.sentAt ?? mail.createdAt, org.timeZone),
      next: mail.state === "queued" ? formatMoment(mail.nextAttemptAt, org.timeZone) : null,
    })),
    counts: await countMails(store.read, org.id),
    query,
    keeps: config.mail === "outbox",
    health: health.ok
      ? null
      : {
          since: formatMoment(health.since ?? now().toISOString(), org.timeZone),
          error: health.error,
        },
  };
}

/** Sends a test mail to the person who asks. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  const submitted = await readSubmission({ request, context }, testMailSchema);
  if (!submitted.ok) return submitted.answer;
  const { store, config, now } = context.get(servicesContext);
  const mail = renderMail(await brandOf(store.read, org, config), staffTest, {
    askedBy: session.staff.name,
    at: formatMoment(now().toISOString(), org.timeZone),
  });
  await store.write((trx) =>
    queueMail(trx, org.id, {
      to: { email: session.staff.email, name: session.staff.name },
      mail,
      now: now(),
    }),
  );
  return redirectWithFlash(
    context,
    "/mail",
    `A test email to ${session.staff.email} is on its way.`,
  );
}

export default function Mail({ loaderData }: Route.ComponentProps) {
  const { rows, page, pages, total, query, counts, keeps, health } = loaderData;
  const search = mailSearchParams(query);
  return (
    <>
      <MailHead
        current="/mail"
        count={`${total === 1 ? "1 email" : `${total} emails`}${search.size === 0 ? "" : " found"}`}
        lead={
          keeps
            ? "Test mode: emails are saved here and in the data folder, and not delivered."
            : "Emails that your portal sends, and whether the mail server accepted them."
        }
      />
      {health === null ? null : <Unwell {...health} />}
      <div className="flex flex-wrap items-start justify-between gap-x-4 [&>[role=search]]:grow">
        <MailFilters query={query} counts={counts} />
        <Form method="post" noValidate className="mb-3">
          <OnceField />
          <Button look="secondary" name="intent" value="test">
            Send a test email
          </Button>
        </Form>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon="mail"
          title="No emails"
          subtitle="Emails that the portal sends appear here."
        />
      ) : (
        <MailTable rows={rows} keeps={keeps} />
      )}
      <Pager
        page={page}
        pages={pages}
        href={pagesOf("/mail", search, {})}
        label="Pages of emails"
      />
    </>
  );
}

function Unwell({ since, error }: { since: string; error: string | null }) {
  return (
    <div role="alert" className="mb-6 rounded-lg border border-red bg-red-soft p-4 text-red">
      <p className="font-medium">Email delivery has been failing since {since}.</p>
      <p className="mt-1 text-sm">
        {error === null ? "Emails that are due have not been sent." : error} Nothing is lost:
        waiting emails are sent as soon as the mail server answers.
      </p>
    </div>
  );
}
