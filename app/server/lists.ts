import type { Services } from "#platform/context.ts";
import { MESSAGES } from "./mail/messages.ts";
import { PERSON_TABLES } from "./persons/store/person-tables.server.ts";

/** The lists of all there is of a kind: each process opens its services with them. */
export const LISTS: Pick<Services, "persons" | "messages"> = {
  persons: PERSON_TABLES,
  messages: MESSAGES,
};
