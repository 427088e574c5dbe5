import type { RouterContextProvider } from "react-router";
import { notifyStaff } from "#company/notifications/store/notifications.server.ts";
import { memberActor } from "#company/partners/sending.server.ts";
import { Refused } from "#db/refusals.ts";
import { headerText } from "#model/mail/mail.ts";
import { QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { servicesContext } from "#platform/context.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { formatDate } from "#values/dates.ts";
import { questionnaireReceived } from "./mail/questionnaire-received.tsx";
import { readQuestionnaire, type SentForm } from "./reading.server.ts";
import { addQuestionnaire, uploadFault } from "./store/questionnaires.server.ts";

/** A member who may send questionnaires (`maySendQuestionnaires`). */
export interface Sender {
  context: Readonly<RouterContextProvider>;
  org: Org;
  viewer: Extract<Viewer, { mode: "accountExternal" }>;
}

/** What a member says beside the file. */
export interface Said {
  productId: string | null;
  dueOn: string | null;
  note: string | null;
}

/**
 * Counts what a member sends before a byte of it is read.
 * @throws Refused where the account or the member has sent too much; TooManyRequests
 */
export async function countUpload({ context, org, viewer }: Sender): Promise<void> {
  const { store, limits, now } = context.get(servicesContext);
  const fault = await uploadFault(
    store.read,
    org.id,
    { accountId: viewer.account.id, memberId: viewer.member.id },
    now(),
  );
  if (fault !== null) throw new Refused(fault, "file");
  await limits.consume("questionnaire-upload", `${org.id} ${viewer.member.id}`);
}

/**
 * Takes the questionnaire that a member sends for the account: reads it, finds what answers it, and
 * tells the team, all of it or nothing.
 * @returns its id
 * @throws UnreadableTable; Refused for too many, and for a product without access; Busy
 */
export async function sendQuestionnaire(
  { context, org, viewer }: Sender,
  sent: SentForm,
  { productId, dueOn, note }: Said,
): Promise<string> {
  const { store, config, now } = context.get(servicesContext);
  const { account, member } = viewer;
  const granted = viewer.grants.map((grant) => grant.productId);
  const product = productId ?? granted[0] ?? null;
  if (product === null || !granted.includes(product))
    throw new Refused("You don’t have access to this product. Choose another one.", "productId");
  const about = { accountId: account.id, productId: product };
  const { format, fingerprint, read } = await readQuestionnaire(
    context,
    { org, viewer },
    sent,
    about,
  );
  const brand = await brandOf(store.read, org, config);
  const name = `${member.firstName} ${member.lastName}`.trim() || member.email;
  return store.write(async (trx) => {
    const write = { trx, orgId: org.id, by: memberActor(context, viewer), now: now() };
    const id = await addQuestionnaire(
      write,
      { ...sent, ...about, memberId: member.id, dueOn, note, format, fingerprint },
      read,
    );
    await notifyStaff(
      write,
      "questionnaire",
      renderMail(brand, questionnaireReceived, {
        author: headerText(name, LINE),
        account: headerText(account.name, LINE),
        fileName: headerText(sent.fileName, LINE),
        questions: read === null ? "Choose the columns first" : String(read.questions.length),
        due: dueOn === null ? "No date" : formatDate(dueOn, org.timeZone),
        path: `${QUESTIONNAIRES_PAGE}/${id}`,
      }),
    );
    return id;
  });
}

/** Words of others are one short line in mail. */
const LINE = 200;
