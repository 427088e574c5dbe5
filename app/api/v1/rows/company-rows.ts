import type { NounName } from "#model/api-nouns.ts";
import {
  auditEntry,
  eventEntry,
  settingsEntry,
  teamEntry,
  webhookEntry,
} from "../rules/company-entries.ts";
import { settingsEntries, settingsIds, teamEntries, teamIds } from "../company-entries.server.ts";
import { idsOf } from "../store/entry-ids.server.ts";
import { auditEntries, eventEntries, recordIds } from "../store/record-entries.server.ts";
import { webhookEntries } from "../store/surrounding-entries.server.ts";
import { settingsWrites } from "../writes/settings-writes.server.ts";
import { teamWrites } from "../writes/team-writes.server.ts";
import { noun, type Entry, type Noun } from "./row.ts";

/** The organization itself, and what it keeps of everything that happens. */
export const COMPANY_ROWS = {
  settings: noun({
    about: "a page of the settings",
    need: { scope: "settings:read", permission: "settings:edit" },
    entry: settingsEntry,
    ids: settingsIds,
    entries: settingsEntries,
    isWhole: true,
    products: () => null,
    writes: settingsWrites,
  }),
  team: noun({
    about: "a person on the team",
    need: { scope: "people:read", permission: "team:edit" },
    entry: teamEntry,
    ids: teamIds,
    entries: teamEntries,
    isWhole: true,
    products: () => null,
    writes: teamWrites,
  }),
  webhooks: noun({
    about: "a webhook or a chat channel, without its URL and secret",
    need: { scope: "settings:read", permission: "settings:edit" },
    entry: webhookEntry,
    ids: idsOf("webhooks"),
    entries: webhookEntries,
    isWhole: true,
    products: () => null,
  }),
  audit: noun({
    about: "an entry of the audit log, the oldest first",
    need: { scope: "audit:read", permission: "audit:view" },
    entry: auditEntry,
    ids: recordIds("audit"),
    entries: auditEntries,
    isWhole: true,
    look: { action: "audit.read" },
    products: () => null,
  }),
  events: noun({
    about: "something that was done on the portal, the oldest first",
    need: { scope: "insight:read", permission: "accounts:review" },
    entry: eventEntry,
    ids: recordIds("events"),
    entries: eventEntries,
    products: ({ productId }) => (productId === null ? null : [productId]),
  }),
} satisfies Readonly<Partial<Record<NounName, Noun<Entry>>>>;
