import { Link } from "react-router";
import type { Route } from "./+types/previews";
import { framesContext, servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { MailHead } from "#updates/mail-log/staff/head.tsx";

export function meta() {
  return [{ title: pageTitle("Messages") }];
}

/** Every message that the portal sends, with facts made up for it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store, config, messages } = context.get(servicesContext);
  context.set(framesContext, true);
  const wanted = url.searchParams.get("message");
  const message = messages.find(({ kind }) => kind === wanted) ?? messages[0];
  const preview = message?.preview(await brandOf(store.read, org, config));
  return {
    messages: messages.map(({ kind, title }) => ({ kind, title })),
    shown:
      preview === undefined
        ? null
        : { kind: preview.kind, subject: preview.subject, text: preview.text },
  };
}

export default function Previews({ loaderData }: Route.ComponentProps) {
  const { messages, shown } = loaderData;
  return (
    <>
      <MailHead current="/mail/previews" lead="A preview of every email, with sample data." />
      <div className="grid items-start gap-8 lg:grid-cols-[14rem_1fr]">
        <nav aria-label="Messages">
          <ul className="space-y-1">
            {messages.map(({ kind, title }) => (
              <li key={kind}>
                <Link
                  to={`/mail/previews?message=${kind}`}
                  aria-current={kind === shown?.kind ? "page" : undefined}
                  className="block rounded-md px-3 py-2 text-sm no-underline hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {shown === null ? null : (
          <div className="min-w-0">
            <h2 className="mb-4 text-lg font-semibold break-words">
              <span className="sr-only">Subject: </span>
              {shown.subject}
            </h2>
            <iframe
              key={shown.kind}
              src={`/mail/previews/${shown.kind}`}
              title="HTML version"
              sandbox=""
              className="h-[36rem] w-full rounded-lg border border-line bg-surface"
            />
            <h3 className="mt-6 mb-2 font-semibold">Plain text version</h3>
            <pre className="overflow-x-auto rounded-lg border border-line bg-surface p-4 text-sm whitespace-pre-wrap break-words">
              {shown.text}
            </pre>
          </div>
        )}
      </div>
    </>
  );
}
