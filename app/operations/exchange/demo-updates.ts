import { staffActor, type Actor, type Write } from "#tenancy/audit/store/audit.server.ts";
import { findStaffByEmail } from "#auth/store/staff.server.ts";
import type { Writer } from "#db/store.ts";
import { saveDraft } from "#updates/updates/store/topic-drafts.server.ts";
import { submitDraft } from "#updates/updates/store/topic-approvals.server.ts";
import { editTopicUpdate } from "#updates/updates/store/topic-edits.server.ts";
import { publishDraft } from "#updates/updates/store/topic-publication.server.ts";
import { findUpdate } from "#updates/updates/store/topic-withdrawal.server.ts";
import type { UpdateValues } from "#model/updates/topic-updates.ts";
import type { ContentIds } from "./content-ids.ts";

const DAY_MS = 86_400_000;

/**
 * What the demo's staff have in hand: a draft, one that waits for approval, a change of
 * subprocessors that is scheduled, and a published update that was edited. These are states of
 * people's work, not content.
 */
export async function createDemoUpdates(
  { trx, orgId, now }: Write,
  idOf: ContentIds,
): Promise<void> {
  const [editor, owner] = [
    await actor(trx, "editor@acme.example"),
    await actor(trx, "owner@acme.example"),
  ];
  const certified = await findUpdate(trx, orgId, idOf("topic-update", "iso-42001-1"));
  // Somebody's own demo folder may have other content.
  if (editor === null || owner === null || certified === null) return;
  const platform = idOf("product", "platform");
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);

  await saveDraft(
    { trx, orgId, by: editor, now: ago(1) },
    values(
      "Disaster recovery exercise 2026",
      "compliance",
      "We moved the service to our second region and back within **47 minutes**. The summary will be under *Business Continuity*.",
      { products: [platform] },
    ),
    {},
  );

  const waiting = await saveDraft(
    { trx, orgId, by: editor, now: ago(0.2) },
    {
      ...values(
        "Fix for a flaw in the PDF preview",
        "vulnerabilities",
        "All regions run the fixed version of the PDF preview. There are no signs that the flaw was used. Customers need to do nothing.",
        { products: [platform] },
      ),
      email: { subscribers: true, audience: null },
    },
    {},
  );
  await submitDraft({ trx, orgId, by: editor, now: ago(0.15) }, waiting.id, waiting.revision);

  const scheduled = await saveDraft(
    { trx, orgId, by: editor, now: ago(2) },
    {
      ...values(
        "New subprocessor: Nordlicht Telemetry",
        "subprocessors",
        "In 30 days **Nordlicht Telemetry** (Germany) will collect the technical metrics of Acme Platform. It receives no customer content.\n\nCustomers may object under section 7 of the data processing agreement. Write to privacy@acme.example.",
        {
          products: [platform],
          effectiveOn: new Date(now.getTime() + 33 * DAY_MS).toISOString().slice(0, 10),
          objectionDays: 30,
        },
      ),
      publishAt: new Date(now.getTime() + 3 * DAY_MS),
    },
    {},
  );
  await publishDraft({ trx, orgId, by: owner, now: ago(1.5) }, scheduled.id, {
    revision: scheduled.revision,
    needSecondPerson: false,
    confirmListed: false,
    mail: noMail,
  });

  const topic = {
    subject: "Certified to ISO/IEC 42001",
    category: "compliance" as const,
    productIds: [],
    effectiveOn: null,
    objectionDays: null,
    revision: null,
  };
  const message =
    "A-LIGN has certified our management system for artificial intelligence, which governs **Acme Assist**. The certificate, the statement of applicability and the governance whitepaper are published under *Certifications* and *AI*.";
  await editTopicUpdate({ trx, orgId, by: owner, now: ago(203) }, certified.id, {
    ...topic,
    message,
  });
}

async function actor(trx: Writer, email: string): Promise<Actor | null> {
  const staff = await findStaffByEmail(trx, email);
  return staff === null ? null : staffActor(staff);
}

function values(
  subject: string,
  category: "compliance" | "vulnerabilities" | "subprocessors",
  message: string,
  {
    products,
    effectiveOn = null,
    objectionDays = null,
  }: { products: string[]; effectiveOn?: string | null; objectionDays?: number | null },
): UpdateValues {
  const topic = {
    subject,
    category,
    hidden: false,
    pinned: false,
    productIds: products,
    effectiveOn,
    objectionDays,
  };
  return {
    topicId: null,
    topic,
    message,
    audience: "public",
    statusPage: true,
    email: null,
    publishAt: null,
  };
}

/** A demonstration sends nothing by itself. */
function noMail(): never {
  throw new Error("the demo’s updates are not sent by email");
}
