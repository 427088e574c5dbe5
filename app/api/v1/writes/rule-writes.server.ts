import * as z from "zod";
import { ruleSchemaFor } from "#access/access-rules/forms/access-rules.ts";
import {
  changeRule,
  endRule,
  moveRule,
} from "#access/access-requests/store/access-rule-changes.server.ts";
import { addRule, findRule } from "#access/access-requests/store/access-rules.server.ts";
import { NotFound } from "#db/refusals.ts";
import {
  hasPattern,
  RULE_ACTIONS,
  RULE_MATCHES,
  type RuleTerms,
} from "#model/access-rules/access-rules.ts";
import { isErased } from "#model/privacy/erased.ts";
import { problem } from "#web/api/json-body.ts";
import { gone, judged } from "./grant-body.ts";
import { baseField, mustBeOfKey, verb, type Verb, type Writes } from "./verb.ts";

const ids = z.array(z.string().max(64)).max(100, "Send at most 100 products");
const body = {
  matches: z.enum(RULE_MATCHES).optional(),
  /** A domain or an address, as the rule matches. */
  pattern: z.string().nullish(),
  relationships: z.array(z.string()).optional(),
  countries: z
    .array(z.string().regex(/^[A-Za-z]{2}$/, "Use codes of two letters such as DE"))
    .max(300, "Send at most 300 countries")
    .optional(),
  askedProductIds: ids.optional(),
  action: z.enum(RULE_ACTIONS).optional(),
  profileId: z.string().nullish(),
  productIds: ids.optional(),
  expiresInDays: z.int().nullish(),
  ndaRequired: z.boolean().optional(),
  message: z.string().nullish(),
  note: z.string().nullish(),
};
const made = z.strictObject(body);
const patch = z.strictObject({ ...body, ...baseField });
type Sent = Omit<z.output<typeof patch>, "base">;

/** What the form calls a field of the calls. */
const NAMES = { looksAt: "matches", outcome: "action" };

/** How auto-decision rules are added, changed, put in order and ended, as on their page. */
export const ruleWrites: Writes = {
  need: { scope: "access:write", permission: "accounts:review" },
  make: verb<Sent>({
    about: "Adds an auto-decision rule after the others.",
    body: made,
    judge({ opened }, sent) {
      mustBeOfKey(opened, null);
      const rule = ruleOf(sent, null);
      return Promise.resolve((write) => addRule(write, rule).catch(gone));
    },
  }),
  change: verb<Sent>({
    about:
      "Changes the fields of an auto-decision rule that you send. Its place and earlier decisions stay.",
    body: patch,
    async judge({ services, opened, id }, sent) {
      mustBeOfKey(opened, null);
      const stored = await findRule(services.store.read, opened.org.id, id);
      if (stored === null) throw new NotFound("rule");
      const rule = ruleOf(sent, stored);
      return async (write) => {
        await changeRule(write, id, rule).catch(gone);
        return id;
      };
    },
  }),
  end: verb({
    about: "Deletes an auto-decision rule. Earlier decisions stay.",
    body: null,
    judge: ({ opened, id }) => {
      mustBeOfKey(opened, null);
      return Promise.resolve(async (write) => {
        await endRule(write, id);
        return id;
      });
    },
  }),
  calls: { up: moved("up", "before"), down: moved("down", "after") },
};

function moved(direction: "up" | "down", place: string): Verb {
  return verb({
    about: `Swaps an auto-decision rule with the one ${place} it. The first rule that matches decides.`,
    body: null,
    judge: ({ opened, id }) => {
      mustBeOfKey(opened, null);
      return Promise.resolve(async (write) => {
        await moveRule(write, id, direction);
        return id;
      });
    },
  });
}

/**
 * A rule as its form would have it: what was sent, and of a rule that is there already the rest.
 * @throws a problem by the names of the call
 */
function ruleOf(sent: Sent, stored: RuleTerms | null): RuleTerms {
  const terms = { ...stored, ...sent };
  mustCount(sent, terms);
  const form = {
    looksAt: terms.matches,
    pattern: terms.pattern ?? undefined,
    relationships: terms.relationships,
    countries: terms.countries?.join(","),
    askedProductIds: terms.askedProductIds,
    outcome: terms.action,
    profileId: terms.profileId ?? undefined,
    productIds: terms.productIds,
    expiresIn: terms.expiresInDays?.toString(),
    nda: (terms.ndaRequired ?? true) ? "required" : "waived",
    message: terms.message ?? undefined,
    note: terms.note ?? undefined,
  };
  const said = Object.entries(form).filter(([, value]) => value !== undefined);
  const erased = stored !== null && isErased(stored.pattern) ? stored.pattern : null;
  return judged(ruleSchemaFor(erased), Object.fromEntries(said), NAMES).rule;
}

/** What only an approval has, by the names of the call. */
const OF_APPROVING = ["profileId", "productIds", "expiresInDays"] as const;

/**
 * Refuses what the rule would not keep: the form has no such fields where they say nothing.
 * @param terms what is sent, and of a rule that is there already the rest
 */
function mustCount(sent: Sent, { matches, action }: Pick<Sent, "matches" | "action">): void {
  const says = (value: unknown) => value != null && String(value) !== "";
  const refuse = (name: string, words: string) => {
    throw problem(400, words, { errors: { [name]: [words] } });
  };
  if (says(sent.pattern) && matches !== undefined && !hasPattern(matches))
    refuse("pattern", "Only rules for a domain or an address have a pattern");
  if (action === "approve" && says(sent.message))
    refuse("message", "Only rules that decline or block have a message");
  if (action === undefined || action === "approve") return;
  for (const name of OF_APPROVING)
    if (says(sent[name])) refuse(name, "Only rules that approve have this");
  if (sent.ndaRequired === false) refuse("ndaRequired", "Only rules that approve have this");
}
