import type { ListedMessage } from "./known-messages.ts";
import type { Message } from "./message.ts";
import {
  accessAnswer,
  accessApproved,
  accessDeclined,
} from "../features/access-requests/mail/access-decided.tsx";
import { accessExpiring } from "../features/access-requests/mail/access-expiring.tsx";
import { addressChanged } from "../auth/mail/address-changed.tsx";
import { colleagueInvited } from "../features/invitations/mail.colleague-invited.tsx";
import { commentAnswered, commentReceived } from "../features/comments/mail.tsx";
import { documentsExpiring } from "../features/documents/mail/documents-expiring.tsx";
import { domainRecordGone } from "../features/orgs/mail.domain-record-gone.tsx";
import { planFaulty } from "../features/entitlements/mail.plan-faulty.tsx";
import { staffDigest } from "../features/notifications/mail.staff-digest.tsx";
import { weeklyDigest } from "../features/notifications/mail.weekly-digest.tsx";
import { ndaSigned } from "../features/nda/mail/nda-signed.tsx";
import {
  requestQuestion,
  requestsAssigned,
} from "../features/access-requests/mail/request-question.tsx";
import {
  requestReceived,
  staffAccessRequest,
} from "../features/access-requests/mail/request-received.tsx";
import {
  signInCodesEnded,
  staffPasswordChanged,
  staffPasswordLink,
} from "../auth/mail/staff-password.tsx";
import { signInLink } from "../features/access-requests/mail/sign-in-link.tsx";
import { staffTest } from "../features/mail-log/mail.staff-test.tsx";
import { teamChanged, teamInvitation } from "../features/team/mail.tsx";
import { topicUpdate } from "../features/updates/mail/topic-update.tsx";
import {
  subscribedAlready,
  subscriptionConfirm,
} from "../features/subscribers/mail/subscription-confirm.tsx";
import { renderMail } from "./render.tsx";

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
