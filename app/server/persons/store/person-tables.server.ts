import { NOTE_PERSONS } from "#access/accounts/store/note-persons.server.ts";
import { REQUEST_PERSONS } from "#access/access-requests/store/request-persons.server.ts";
import { QUESTIONNAIRE_PERSONS } from "#access/questionnaires/store/questionnaire-persons.server.ts";
import { MEMBER_KEY_PERSONS } from "#auth/access-keys/store/member-key-persons.server.ts";
import { MEMBER_PERSONS } from "#auth/accounts/store/member-persons.server.ts";
import { SIGNATURE_PERSONS } from "#auth/nda/store/signature-persons.server.ts";
import { SESSION_PERSONS } from "#auth/store/session-persons.server.ts";
import { PARTNER_PERSONS } from "#company/partners/store/partner-persons.server.ts";
import { HOOK_PERSONS } from "#company/webhooks/store/hook-persons.server.ts";
import { BULK_PERSONS } from "#content/bulk-download/store/bulk-persons.server.ts";
import { QUESTION_PERSONS } from "#content/search/store/question-persons.server.ts";
import { TRACE_PERSONS } from "#content/watermarks/store/trace-persons.server.ts";
import { MAIL_PERSONS } from "#platform/mail/store/mail-persons.server.ts";
import { AUDIT_PERSONS } from "#tenancy/audit/store/audit-persons.server.ts";
import { PACKAGE_PERSONS } from "#portal/packages/store/package-persons.server.ts";
import type { DeclaredTable } from "#tenancy/persons/store/person-tables.server.ts";
import { EVENT_PERSONS } from "#tenancy/visitor-events/store/event-persons.server.ts";
import { FOLLOW_PERSONS } from "#updates/follows/store/follow-persons.server.ts";
import { SUBSCRIBER_PERSONS } from "#updates/subscribers/store/subscriber-persons.server.ts";
import { RECIPIENT_PERSONS } from "#updates/updates/store/recipient-persons.server.ts";
import { VISIT_PERSONS } from "#visibility/changes/store/visit-persons.server.ts";
import { COMMENT_PERSONS } from "#visibility/comments/store/comment-persons.server.ts";

/**
 * Every table that holds something of persons, in the order in which an erasure goes through them:
 * what says whose other rows are comes after those.
 */
export const PERSON_TABLES: readonly DeclaredTable[] = [
  ...AUDIT_PERSONS,
  ...EVENT_PERSONS,
  ...TRACE_PERSONS,
  ...BULK_PERSONS,
  ...PACKAGE_PERSONS,
  ...SIGNATURE_PERSONS,
  ...REQUEST_PERSONS,
  ...COMMENT_PERSONS,
  ...NOTE_PERSONS,
  ...MAIL_PERSONS,
  ...FOLLOW_PERSONS,
  ...SUBSCRIBER_PERSONS,
  ...RECIPIENT_PERSONS,
  ...PARTNER_PERSONS,
  ...HOOK_PERSONS,
  ...QUESTIONNAIRE_PERSONS,
  ...QUESTION_PERSONS,
  ...MEMBER_KEY_PERSONS,
  ...VISIT_PERSONS,
  ...SESSION_PERSONS,
  ...MEMBER_PERSONS,
];
