import type { Services } from "#platform/context.ts";
import { MESSAGES } from "./mail/messages.ts";
import { SUBJECTS } from "./history/store/subjects.server.ts";
import { PERSON_TABLES } from "./persons/store/person-tables.server.ts";

/** The lists of all there is of a kind: each process opens its services with them. */
export const LISTS: Pick<Services, "persons" | "subjects" | "messages"> = {
  persons: PERSON_TABLES,
  subjects: SUBJECTS,
  messages: MESSAGES,
};
