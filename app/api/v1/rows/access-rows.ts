import type { NounName } from "#model/api-nouns.ts";
import {
  accountEntry,
  customerEntry,
  memberEntry,
  profileEntry,
  questionnaireEntry,
  requestEntry,
  ruleEntry,
  signatureEntry,
  subscriberEntry,
} from "../rules/entries.ts";
import {
  accountEntries,
  customerEntries,
  customerIds,
  memberEntries,
  memberIds,
  requestEntries,
} from "../store/access-entries.server.ts";
import { idsOf } from "../store/entry-ids.server.ts";
import { questionnaireEntries } from "../store/questionnaire-entries.server.ts";
import {
  profileEntries,
  ruleEntries,
  ruleIds,
  signatureEntries,
  subscriberEntries,
} from "../store/surrounding-entries.server.ts";
import { accountWrites, memberWrites } from "../writes/account-writes.server.ts";
import { customerWrites } from "../writes/customer-writes.server.ts";
import { profileWrites } from "../writes/profile-writes.server.ts";
import { requestWrites } from "../writes/request-writes.server.ts";
import { ruleWrites } from "../writes/rule-writes.server.ts";
import { subscriberWrites } from "../writes/subscriber-writes.server.ts";
import { ACCESS, called, noun, QUESTIONNAIRES, type Entry, type Noun } from "./row.ts";

/** Who asks for access, and who has it. */
export const ACCESS_ROWS = {
  requests: noun({
    about: "an access request",
    need: ACCESS,
    entry: requestEntry,
    ids: idsOf("accessRequests"),
    entries: requestEntries,
    products: ({ productIds }) => productIds,
    writes: requestWrites,
  }),
  accounts: noun({
    about: "an account with its members and grants",
    need: ACCESS,
    entry: accountEntry,
    ids: idsOf("accounts"),
    entries: accountEntries,
    products: ({ grants }) => grants.map(({ productId }) => productId),
    within: (entry, isOpen) => ({
      ...entry,
      grants: entry.grants.filter(({ productId }) => isOpen(productId)),
    }),
    writes: accountWrites,
  }),
  members: noun({
    about: "a person in an account",
    need: ACCESS,
    entry: memberEntry,
    ids: memberIds,
    entries: memberEntries,
    products: ({ productIds }) => productIds,
    within: (entry, isOpen) => ({ ...entry, productIds: entry.productIds.filter(isOpen) }),
    writes: memberWrites,
  }),
  profiles: noun({
    about: "a permission profile with the items that it includes",
    need: ACCESS,
    entry: profileEntry,
    ids: idsOf("permissionProfiles"),
    entries: profileEntries,
    products: () => null,
    within: (entry, isOpen) => ({
      ...entry,
      items: entry.items.filter(({ productId }) => isOpen(productId)),
    }),
    writes: profileWrites,
  }),
  rules: noun({
    about: "an active auto-decision rule",
    need: ACCESS,
    entry: ruleEntry,
    ids: ruleIds,
    entries: ruleEntries,
    products: () => null,
    writes: ruleWrites,
  }),
  signatures: noun({
    about: "an NDA signature, as in the register",
    need: ACCESS,
    entry: signatureEntry,
    ids: idsOf("ndaSignatures"),
    entries: signatureEntries,
    products: () => null,
  }),
  customers: called("customers", {
    about: "an email domain of a customer, which auto-decisions can use",
    need: ACCESS,
    entry: customerEntry,
    ids: customerIds,
    entries: customerEntries,
    products: () => null,
    writes: customerWrites,
  }),
  questionnaires: noun({
    about: "a customer’s questionnaire and how far it is",
    need: QUESTIONNAIRES,
    entry: questionnaireEntry,
    ids: idsOf("questionnaires"),
    entries: questionnaireEntries,
    // One without a product is of the whole organization: a key for some products has no part in it.
    products: ({ productId }) => (productId === null ? [] : [productId]),
  }),
  subscribers: noun({
    about: "an address that gets or got updates by email",
    need: { scope: "updates:write", permission: "updates:publish" },
    entry: subscriberEntry,
    ids: idsOf("subscribers"),
    entries: subscriberEntries,
    products: () => null,
    writes: subscriberWrites,
  }),
} satisfies Readonly<Partial<Record<NounName, Noun<Entry>>>>;
