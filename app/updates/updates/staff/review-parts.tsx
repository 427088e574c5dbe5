import type { ReactNode } from "react";
import { Terms, TopicTags, TopicUpdate } from "#web/ui/topic-article.tsx";
import type { Review } from "./review-data.ts";

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-4">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Where the update goes, when, and how many people get it by mail. */
export function Reach({ review, portalTitle }: { review: Review; portalTitle: string }) {
  const { email, statusPage, audience, scheduledFor, products, topic } = review;
  const rows: [string, ReactNode][] = [
    ["Audience", audience === "public" ? "Public: everyone" : "Private: account members only"],
    ["Products", products.length === 0 ? "All of them" : products.join(", ")],
    [
      portalTitle,
      statusPage
        ? topic.hidden
          ? "Visible to your team only: the topic is hidden"
          : "Shown"
        : "Not shown",
    ],
    ["Email", email === null ? "No one" : `${email.to}: ${people(email.count)}`],
    ["When", scheduledFor ?? "Immediately"],
  ];
  return (
    <Part id="reach" title="Audience and channels">
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="grid gap-x-4 px-5 py-3 sm:grid-cols-[10rem_1fr]">
            <dt className="text-muted">{name}</dt> <dd className="min-w-0 font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** '1 recipient', '240 recipients'. */
export function people(count: number): string {
  return count === 1 ? "1 recipient" : `${count.toLocaleString("en-US")} recipients`;
}

/** The update as the portal will show it. */
export function PagePreview({
  review,
  timeZone,
  portalTitle,
}: {
  review: Review;
  timeZone: string;
  portalTitle: string;
}) {
  const { topic } = review;
  return (
    <Part id="page-preview" title={`On the ${portalTitle}`}>
      {review.statusPage ? null : (
        <p className="text-sm text-muted">Not shown on the portal. This previews the formatting.</p>
      )}
      <article
        aria-label="Preview of the page"
        className="rounded-lg border border-line bg-surface p-5"
      >
        <div className="flex flex-wrap items-center gap-2">
          <TopicTags topic={topic} />
        </div>
        <h3 className="mt-2 text-base font-semibold">{topic.subject}</h3>
        <Terms terms={topic.terms} />
        {topic.updates.map((update) => (
          <TopicUpdate key={update.id} update={update} timeZone={timeZone} />
        ))}
      </article>
    </Part>
  );
}

/** The mail as its text part has it, complete. */
export function MailPreview({ email }: { email: NonNullable<Review["email"]> }) {
  return (
    <Part id="mail-preview" title="The email">
      <article
        aria-label="Preview of the email"
        className="overflow-hidden rounded-lg border border-line bg-surface text-sm"
      >
        <dl className="space-y-1 border-b border-line px-5 py-4">
          <div>
            <dt className="inline text-muted">From: </dt>
            <dd className="inline">{email.from}</dd>
          </div>
          <div>
            <dt className="inline text-muted">Subject: </dt>
            <dd className="inline font-medium">{email.subject}</dd>
          </div>
        </dl>
        <pre className="px-5 py-4 font-mono whitespace-pre-wrap">{email.text}</pre>
      </article>
    </Part>
  );
}
