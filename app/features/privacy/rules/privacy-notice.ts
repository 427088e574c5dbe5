import type { RetentionPeriods } from "./retention.ts";

/** What is kept of a person, and for how long, in words. */
export interface PrivacyFact {
  what: string;
  kept: string;
}

/**
 * The rows of the Privacy Notice: everything that the product keeps of people who use a portal, with the
 * company's own periods.
 */
export function privacyFacts(periods: RetentionPeriods): PrivacyFact[] {
  const after = (days: number, since: string) =>
    `${days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`} from ${since}`;
  return [
    {
      what: "Your request: name, address, company, what else the form asks, the network address and the browser",
      kept: `${after(periods.approvedRequests, "an approval")}; ${after(periods.declinedRequests, "a refusal or withdrawal")}`,
    },
    {
      what: "Your membership of an account, and what you and staff wrote to each other about items",
      kept: "Until it is erased",
    },
    {
      what: "Sign-in links and the codes that go with them",
      kept: after(periods.signInLinks, "their end"),
    },
    {
      what: "Sessions, with network address and browser",
      kept: after(periods.memberSessions, "their end"),
    },
    {
      what: "That you signed in, which documents you viewed or downloaded, and what else you opened on the portal",
      kept: after(periods.events, "the day it happened"),
    },
    {
      what: "The mark in documents that are for viewing alone: your name, address and network address",
      kept: after(periods.traces, "the first view"),
    },
    {
      what: "A signature under an NDA: name, address, time, network address and browser",
      kept: "As long as the NDA may be claimed; under a pseudonym after erasure",
    },
    {
      what: "Mail that was sent to you",
      kept: `Its text ${after(periods.mailBodies, "the sending")}; that it was sent ${after(periods.mails, "the sending")}`,
    },
    {
      what: "A subscription to updates: address and categories",
      kept: `While you subscribe; ${after(periods.unsubscribed, "the end of it")}, so that nobody adds you again; ${after(periods.unconfirmedSubscribers, "the last mail")} when it is not confirmed`,
    },
    {
      what: "That a colleague invited you: your address, and what they wrote to you",
      kept: "Until it is erased",
    },
    {
      what: "That mail must not go to your address, or that a rule is about it: after a bounce, a complaint, or by staff's choice",
      kept: "While it is so; without the address after erasure",
    },
    {
      what: "The audit: who did what, and when",
      kept: "For good; under a pseudonym after erasure",
    },
  ];
}
