import { actorOf } from "#auth/current-staff.ts";
import { Refused } from "#db/refusals.ts";
import type { MemberRow } from "#auth/accounts/store/account-detail.server.ts";
import { mapInSlices } from "#db/pace.ts";
import { headerText } from "#model/mail/mail.ts";
import type { SheetKind } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { MAX_FORM_BYTES } from "#platform/files/questionnaires/forms.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import type { StaffDesk } from "#web/forms/page-buttons.ts";
import { answeredBytes } from "./answered.server.ts";
import { questionnaireReleased } from "./mail/questionnaire-released.tsx";
import { answeredName } from "./rules/filling.ts";
import { sourcesFor } from "./sources.server.ts";
import type { Questionnaire } from "./store/questionnaires.server.ts";
import { reachedBy, releaseQuestionnaire } from "./store/releases.server.ts";

/** The largest answered file: answers may add to what was sent. */
export const MAX_ANSWERED_BYTES = 2 * MAX_FORM_BYTES;

/**
 * Releases the answered file as it is now to the questionnaire's account, and tells its members, all
 * of it or nothing.
 * @throws Refused where it is not finished, has no account that could download it, or its file can't
 *   be made
 */
export async function releaseToAccount(
  { context, org, session, page, questionnaire }: StaffDesk & { questionnaire: Questionnaire },
  { withSources, kind }: { withSources: boolean; kind: SheetKind },
): Promise<Response> {
  if (questionnaire.finishedAt === null) throw new Refused("Finish this questionnaire first.");
  const { store, blobs, config, now } = context.get(servicesContext);
  const sources = withSources
    ? await sourcesFor(context, { org, session }, questionnaire, kind)
    : undefined;
  const bytes = await answeredBytes(context, org, questionnaire, { sources, kind });
  const blob = await blobs.put(org.id, bytes, { maxBytes: MAX_ANSWERED_BYTES });
  const fileName = answeredName(questionnaire, kind);
  const brand = await brandOf(store.read, org, config);
  const write = { orgId: org.id, by: actorOf(context, session), now: now() };
  const mailFor = ({ firstName, email }: MemberRow, accountId: string) =>
    renderMail(brand, questionnaireReleased, { firstName, email, fileName, accountId });
  // Nobody else writes while a transaction lasts: what takes long is done before it.
  const { accountId } = questionnaire;
  const expected =
    accountId === null ? null : await reachedBy(store.read, org.id, accountId, write.now);
  const rendered = new Map(
    await mapInSlices(
      expected?.members ?? [],
      (member) => [factsOf(member, accountId), mailFor(member, accountId ?? "")] as const,
    ),
  );
  const { account, members } = await store.write(async (trx) => {
    const reached = await releaseQuestionnaire({ trx, ...write }, questionnaire, {
      blob,
      fileName,
      needSecondPerson: org.customization.questionnairesNeedSecondPerson,
    });
    for (const member of reached.members) {
      const { email, firstName, lastName } = member;
      await queueMail(trx, org.id, {
        to: { email, name: headerText(`${firstName} ${lastName}`.trim()) },
        mail:
          // Whoever came in the meantime gets it, too.
          rendered.get(factsOf(member, reached.account.id)) ?? mailFor(member, reached.account.id),
        now: write.now,
      });
    }
    return reached;
  });
  const told = `${members.length} ${members.length === 1 ? "person gets" : "people get"} an email.`;
  return redirectWithFlash(context, page, `${fileName} was released to ${account.name}. ${told}`);
}

/** All that a member's mail says of its own: who has the same gets the same. */
function factsOf({ firstName, email }: MemberRow, accountId: string | null): string {
  return JSON.stringify([firstName, email, accountId]);
}
