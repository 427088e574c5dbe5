import type { RenderedMail } from "./rules/mail.ts";
import type { Brand } from "./brand.ts";
import type { Message } from "./message.ts";
import { accessApproved } from "../features/access-requests/mail/access-approved.tsx";
import { accessExpiring } from "../features/access-requests/mail/access-expiring.tsx";
import { accessDeclined } from "../features/access-requests/mail/access-declined.tsx";
import { addressChanged } from "../auth/mail/address-changed.tsx";
import { colleagueInvited } from "../features/invitations/mail.colleague-invited.tsx";
import { commentAnswered } from "../features/comments/mail/comment-answered.tsx";
import { commentReceived } from "../features/comments/mail/comment-received.tsx";
import { documentsExpiring } from "../features/documents/mail/documents-expiring.tsx";
import { domainRecordGone } from "../features/orgs/mail.domain-record-gone.tsx";
import { planFaulty } from "../features/entitlements/mail.plan-faulty.tsx";
import { weeklyDigest } from "../features/notifications/mail.weekly-digest.tsx";
import { accessAnswer } from "../features/access-requests/mail/access-answer.tsx";
import { ndaSigned } from "../features/nda/mail/nda-signed.tsx";
import { requestReceived } from "../features/access-requests/mail/request-received.tsx";
import { signInCodesEnded } from "../auth/mail/sign-in-codes-ended.tsx";
import { signInLink } from "../features/access-requests/mail/sign-in-link.tsx";
import { staffAccessRequest } from "../features/access-requests/mail/staff-access-request.tsx";
import { staffTest } from "../features/notifications/mail.staff-test.tsx";
import { staffPasswordChanged } from "../auth/mail/staff-password-changed.tsx";
import { staffPasswordLink } from "../auth/mail/staff-password-link.tsx";
import { teamChanged } from "../features/team/mail/team-changed.tsx";
import { teamInvitation } from "../features/team/mail/team-invitation.tsx";
import { topicUpdate } from "../features/updates/mail/topic-update.tsx";
import { subscribedAlready } from "../features/subscribers/mail/subscribed-already.tsx";
import { subscriptionConfirm } from "../features/subscribers/mail/subscription-confirm.tsx";
import { renderMail } from "./render.tsx";

/** A message with the facts of its preview. */
export interface ListedMessage {
  kind: string;
  title: string;
  preview: (brand: Brand) => RenderedMail;
}

/** Every message that the product sends: what the previews show and the tests read. */
export const MESSAGES: readonly ListedMessage[] = [
  listed(staffTest),
  listed(staffPasswordLink),
  listed(staffPasswordChanged),
  listed(teamInvitation),
  listed(teamChanged),
  listed(addressChanged),
  listed(topicUpdate),
  listed(weeklyDigest),
  listed(documentsExpiring),
  listed(domainRecordGone),
  listed(planFaulty),
  listed(subscriptionConfirm),
  listed(subscribedAlready),
  listed(accessApproved),
  listed(accessDeclined),
  listed(accessExpiring),
  listed(ndaSigned),
  listed(signInLink),
  listed(signInCodesEnded),
  listed(requestReceived),
  listed(accessAnswer),
  listed(staffAccessRequest),
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
