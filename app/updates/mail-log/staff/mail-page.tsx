import { notFound } from "#web/forms/form.ts";
import { Form, Link } from "react-router";
import type { Route } from "./+types/mail-page";
import { attachmentsOfMail } from "#platform/mail/store/mail-attachments.server.ts";
import { findMail, retryMail } from "#platform/mail/store/outbox-list.server.ts";
import { framesContext, servicesContext } from "#platform/context.ts";
import { formatSize } from "#values/file-size.ts";
import { LEFT_OUT_WORDS } from "../forms/mail-log.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { buttonAction } from "#web/forms/button.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { mayReadBody, mayUseTokens, recordReading, withoutTokens } from "./may-read.ts";
import { MailStateTag } from "./mail-table.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.mail.subject ?? "Email") }];
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const staff = await requireStaff(context, "settings:edit");
  const { org, role, permissions } = staff;
  const { store, config } = context.get(servicesContext);
  const mail = await findMail(store.read, org.id, params.mailId);
  if (mail === null) throw notFound();
  context.set(framesContext, true);
  const moment = (at: string | null) => (at === null ? null : formatMoment(at, org.timeZone));
  const isReadable = mayReadBody(mail, role, config.mail);
  if (isReadable && mail.text !== null && request.method !== "HEAD")
    await recordReading(context, staff, mail);
  const shown = mayUseTokens(role, config.mail) ? (text: string) => text : withoutTokens;
  const attachments = await attachmentsOfMail(store.read, org.id, mail.id);
  return {
    // The file itself is the register's to hand out, to whom that is open to.
    attachments: attachments.map(({ signatureId, fileName, size, leftOut }) => ({
      name: fileName,
      size: formatSize(size),
      leftOut: leftOut === null ? null : LEFT_OUT_WORDS[leftOut],
      href: permissions.has("accounts:review") ? `/nda/signatures/${signatureId}/pdf` : null,
    })),
    keeps: config.mail === "outbox",
    body: isReadable && mail.text !== null ? { text: shown(mail.text) } : null,
    why:
      mail.text === null
        ? "The text was erased. Emails with single-use links are erased once sent, others after the period set in Privacy."
        : "This email contains a sign-in or confirmation link, so only its recipient can read it.",
    mail: {
      id: mail.id,
      kind: mail.kind,
      subject: mail.subject,
      toEmail: mail.toEmail,
      toName: mail.toName,
      state: mail.state,
      lastError: mail.lastError,
      attempts: mail.attempts,
    },
    headers: [
      ["From", `${mail.fromName} <${config.mailFrom}>`],
      ["To", mail.toName === null ? mail.toEmail : `${mail.toName} <${mail.toEmail}>`],
      ...(mail.replyTo === null ? [] : [["Reply-To", mail.replyTo]]),
      ["Message-ID", `<${mail.messageId}>`],
      ...Object.entries(JSON.parse(mail.headersJson) as Record<string, string>).map(
        ([name, value]) => [name, shown(value)],
      ),
    ] as [string, string][],
    times: (
      [
        ["Written", moment(mail.createdAt)],
        ["Sent", moment(mail.sentAt)],
        ["Next attempt", mail.state === "queued" ? moment(mail.nextAttemptAt) : null],
      ] as const
    ).filter((row): row is [(typeof row)[0], string] => row[1] !== null),
  };
}

/** Sends a failed mail once more. */
export async function action({ context, params }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  const { store, now } = context.get(servicesContext);
  const here = `/mail/${params.mailId}`;
  return buttonAction(context, here, async () => {
    await store.write((trx) =>
      retryMail({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, params.mailId),
    );
    return redirectWithFlash(context, here, "The email is on its way again.");
  });
}

export default function MailDetail({ loaderData }: Route.ComponentProps) {
  const { mail, headers, times, body, why, keeps, attachments } = loaderData;
  return (
    <>
      <p className="mb-4 text-sm">
        <Link to="/mail" className="inline-block py-1 text-accent underline">
          All emails
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl font-semibold tracking-tight break-words">{mail.subject}</h1>
        <MailStateTag state={mail.state} keeps={keeps} />
      </div>
      {mail.lastError === null ? null : (
        <p className="mt-3 break-words text-muted">{mail.lastError}</p>
      )}
      {mail.state !== "failed" ? null : (
        <Form method="post" noValidate className="mt-4">
          <OnceField />
          <Button>Retry</Button>
        </Form>
      )}
      <dl className="mt-6 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[8rem_1fr]">
        {[
          ...headers,
          ...times,
          ["Kind", mail.kind] as const,
          ["Attempts", String(mail.attempts)] as const,
        ].map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="mb-2 min-w-0 break-words sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      <Attachments files={attachments} />
      {body === null ? (
        <p className="mt-8 rounded-lg border border-line bg-surface p-4 text-muted">{why}</p>
      ) : (
        <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
          <section aria-labelledby="as-html" className="min-w-0">
            <h2 id="as-html" className="mb-2 text-lg font-semibold">
              HTML version
            </h2>
            <iframe
              src={`/mail/${mail.id}/html`}
              title="HTML version"
              sandbox=""
              className="h-[36rem] w-full rounded-lg border border-line bg-surface"
            />
          </section>
          <section aria-labelledby="as-text" className="min-w-0">
            <h2 id="as-text" className="mb-2 text-lg font-semibold">
              Plain text version
            </h2>
            <pre className="overflow-x-auto rounded-lg border border-line bg-surface p-4 text-sm whitespace-pre-wrap break-words">
              {body.text}
            </pre>
          </section>
        </div>
      )}
    </>
  );
}

interface ShownFile {
  name: string;
  size: string;
  /** Why the mail leaves without it; null: it goes with it. */
  leftOut: string | null;
  /** Where it can be had; null for who may not have it. */
  href: string | null;
}

/** What goes with a mail, by name and size. */
function Attachments({ files }: { files: readonly ShownFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="attachments" className="mt-6">
      <h2 id="attachments" className="mb-1 text-lg font-semibold">
        Attachments
      </h2>
      <ul>
        {files.map(({ name, size, leftOut, href }) => (
          <li key={`${name} ${href ?? ""}`} className="py-1 break-words">
            {href === null ? (
              name
            ) : (
              <a href={href} className="inline-block py-1 text-accent underline">
                {name}
              </a>
            )}{" "}
            <span className="text-muted">
              {leftOut === null ? `(${size})` : `(${size}, ${leftOut})`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
