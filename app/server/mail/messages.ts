import type { ListedMessage } from "#platform/mail/listed-message.ts";
import type { Message } from "#platform/mail/message.ts";
import {
  accessAnswer,
  accessApproved,
  accessDeclined,
} from "#access/access-requests/mail/access-decided.tsx";
import { accessExpiring } from "#access/access-requests/mail/access-expiring.tsx";
import { addressChanged } from "#company/auth/mail/address-changed.tsx";
import { colleagueInvited } from "#access/access-requests/mail/colleague-invited.tsx";
import { commentAnswered, commentReceived } from "#access/comments/mail/comments.tsx";
import { documentsExpiring } from "#content/documents/mail/documents-expiring.tsx";
import { domainRecordGone } from "#company/orgs/mail/domain-record-gone.tsx";
import { planFaulty } from "#staff/entitlements/mail/plan-faulty.tsx";
import { staffDigest } from "#staff/notifications/mail/staff-digest.tsx";
import { followConfirm } from "#updates/follows/mail/follow-confirm.tsx";
import { followedChanges } from "#updates/follows/mail/followed-changes.tsx";
import { weeklyDigest } from "#updates/notifications/mail/weekly-digest.tsx";
import { questionsAssigned } from "#access/questionnaires/mail/questions-assigned.tsx";
import { questionnaireReceived } from "#access/questionnaires/mail/questionnaire-received.tsx";
import { questionnaireReleased } from "#access/questionnaires/mail/questionnaire-released.tsx";
import { ndaSigned } from "#access/nda/mail/nda-signed.tsx";
import {
  requestQuestion,
  requestsAssigned,
} from "#access/access-requests/mail/request-question.tsx";
import {
  requestReceived,
  staffAccessRequest,
} from "#access/access-requests/mail/request-received.tsx";
import {
  signInCodesEnded,
  staffPasskeys,
  staffPasswordChanged,
  staffPasswordLink,
} from "#company/auth/mail/staff-password.tsx";
import { signOnChanged, signOnConnected } from "#company/auth/mail/single-sign-on.tsx";
import { signInLink } from "#access/access-requests/mail/sign-in-link.tsx";
import { staffTest } from "#updates/mail-log/mail/staff-test.tsx";
import { teamChanged, teamInvitation } from "#staff/team/mail/team.tsx";
import { topicUpdate } from "#updates/updates/mail/topic-update.tsx";
import {
  subscribedAlready,
  subscriptionConfirm,
} from "#updates/subscribers/mail/subscription-confirm.tsx";
import { keysExpiring, keyUsed } from "#auth/access-keys/mail/key-mails.tsx";
import { webhookOff } from "#company/webhooks/mail/webhook-off.tsx";
import { renderMail } from "#platform/mail/render.tsx";

/** Every message that the product sends: what the previews show and the tests read. */
export const MESSAGES: readonly ListedMessage[] = [
  listed(staffTest),
  listed(staffPasswordLink),
  listed(staffPasswordChanged),
  listed(staffPasskeys),
  listed(signOnChanged),
  listed(signOnConnected),
  listed(teamInvitation),
  listed(teamChanged),
  listed(addressChanged),
  listed(keyUsed),
  listed(keysExpiring),
  listed(topicUpdate),
  listed(weeklyDigest),
  listed(followConfirm),
  listed(followedChanges),
  listed(documentsExpiring),
  listed(domainRecordGone),
  listed(planFaulty),
  listed(webhookOff),
  listed(subscriptionConfirm),
  listed(subscribedAlready),
  listed(accessApproved),
  listed(accessDeclined),
  listed(accessExpiring),
  listed(questionnaireReceived),
  listed(questionsAssigned),
  listed(questionnaireReleased),
  listed(ndaSigned),
  listed(signInLink),
  listed(signInCodesEnded),
  listed(requestReceived),
  listed(accessAnswer),
  listed(requestQuestion),
  listed(staffAccessRequest),
  listed(staffDigest),
  listed(requestsAssigned),
  listed(colleagueInvited),
  listed(commentReceived),
  listed(commentAnswered),
];

function listed<Facts>(message: Message<Facts>): ListedMessage {
  return {
    kind: message.kind,
    title: message.title,
    preview: (brand) => renderMail(brand, message, message.demo(brand)),
  };
}
