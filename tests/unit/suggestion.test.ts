import { describe, expect, test } from "vitest";
import {
  likelyAccount,
  suggestionFor,
  type SuggestionFacts,
} from "#access/access-requests/rules/suggestion.ts";

const account = (id: string, more: Partial<SuggestionFacts["accounts"][number]> = {}) => ({
  id,
  name: `${id} Inc`,
  sameDomain: true,
  reviewStatus: "approved" as const,
  members: 2,
  ...more,
});
const facts = (more: Partial<SuggestionFacts> = {}): SuggestionFacts => ({
  request: {
    accountId: null,
    freeMail: false,
    kind: "access",
    companyName: "Newcomer Ltd",
    emailDomain: "newcomer.example",
    invitedBy: null,
  },
  accounts: [],
  own: [],
  domain: [],
  contact: null,
  inForce: false,
  ...more,
});
const of = (more: Partial<SuggestionFacts["request"]>) => ({ ...facts().request, ...more });

describe("the likely account of a request", () => {
  const request = { accountId: null, freeMail: false };
  test.each([
    ["the only approved one of the domain", request, [account("a")], "a"],
    ["its own, whatever else there is", { ...request, accountId: "x" }, [account("a")], "x"],
    ["none where two of the domain are approved", request, [account("a"), account("b")], null],
    [
      "the approved one beside a declined one",
      request,
      [account("a", { reviewStatus: "declined" }), account("b")],
      "b",
    ],
    ["none that was declined", request, [account("a", { reviewStatus: "declined" })], null],
    ["none that waits itself", request, [account("a", { reviewStatus: "pending" })], null],
    ["none of another domain", request, [account("a", { sameDomain: false })], null],
    ["none by free mail", { ...request, freeMail: true }, [account("a")], null],
  ] as const)("is %s", (_title, asked, accounts, expected) => {
    expect(likelyAccount(asked, accounts)).toBe(expected);
  });
});

describe("a suggestion", () => {
  test.each<[string, Partial<SuggestionFacts>, string, string, boolean]>([
    [
      "adds to the account of the domain",
      { accounts: [account("a")] },
      "Add to a Inc",
      "a Inc has the same email domain, 2 members",
      true,
    ],
    [
      "gives access again",
      { request: of({ kind: "extension", accountId: "a" }), accounts: [account("a")] },
      "Give a Inc access again",
      "Had access, which has expired",
      true,
    ],
    [
      "lets access last longer",
      {
        request: of({ kind: "extension", accountId: "a" }),
        accounts: [account("a")],
        own: [{ status: "approved", decidedOn: "May 5, 2026" }],
        inForce: true,
      },
      "Extend a Inc’s access",
      "Has access now, with an end date",
      true,
    ],
    [
      "opens an account for a company that is new",
      {},
      "Add an account for Newcomer Ltd",
      "No one at newcomer.example has an account yet",
      true,
    ],
    [
      "leaves the choice between two accounts",
      { accounts: [account("a"), account("b")] },
      "Choose between a Inc and b Inc",
      "b Inc has the same email domain, 2 members",
      false,
    ],
    [
      "asks for a work address",
      { request: of({ freeMail: true, emailDomain: "gmail.com" }) },
      "Ask for a work email",
      "Free email: anyone can get an address at gmail.com",
      false,
    ],
    [
      "looks closer at who was declined",
      { accounts: [account("a")], own: [{ status: "declined", decidedOn: "May 2, 2026" }] },
      "Review carefully: this person was declined before",
      "Earlier requests: declined on May 2, 2026",
      false,
    ],
    [
      "looks closer at a declined account",
      { accounts: [account("a", { reviewStatus: "declined" })] },
      "Review carefully: a Inc was declined",
      "a Inc has the same email domain, 2 members, declined",
      false,
    ],
    [
      "names who invited",
      {
        request: of({ invitedBy: "riley@customer.example", accountId: "a" }),
        accounts: [account("a")],
      },
      "Add to a Inc",
      "Invited by riley@customer.example",
      true,
    ],
    [
      "names the colleague",
      { contact: "Olive Owner" },
      "Add an account for Newcomer Ltd",
      "Their contact Olive Owner is on your team",
      true,
    ],
    [
      "counts others of the domain",
      {
        domain: [
          { status: "approved", decidedOn: null },
          { status: "declined", decidedOn: null },
        ],
      },
      "Add an account for Newcomer Ltd",
      "Others at this email domain: 1 approved, 1 declined",
      true,
    ],
  ])("%s", (_title, more, words, reason, clear) => {
    const suggestion = suggestionFor(facts(more));
    expect([suggestion.words, suggestion.clear]).toEqual([words, clear]);
    expect(suggestion.reasons).toContain(reason);
  });
});
