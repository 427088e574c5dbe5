/** An account as the rules here read it. */
export interface KnownAccount {
  id: string;
  name: string;
  /** Somebody of the mail domain of the request is a member. */
  sameDomain: boolean;
  reviewStatus: "pending" | "approved" | "declined";
}

/**
 * The account that a request most likely goes into: its own, or the only approved one of its mail
 * domain. Two of a domain are a choice for a person, and one that was turned away is nobody's.
 * @returns the account's id; null where a new one is likelier
 */
export function likelyAccount(
  request: { accountId: string | null; freeMail: boolean },
  accounts: readonly Omit<KnownAccount, "name">[],
): string | null {
  if (request.accountId !== null) return request.accountId;
  if (request.freeMail) return null;
  const [only, ...others] = accounts.filter(
    ({ sameDomain, reviewStatus }) => sameDomain && reviewStatus === "approved",
  );
  return only === undefined || others.length > 0 ? null : only.id;
}

/** A request of the same person or mail domain, as a suggestion reads it. */
export interface RequestBeside {
  status: "pending" | "approved" | "declined" | "withdrawn";
  /** The day of the decision in words; null while nothing is decided. */
  decidedOn: string | null;
}

export interface SuggestionFacts {
  request: {
    accountId: string | null;
    freeMail: boolean;
    kind: "access" | "extension";
    companyName: string;
    emailDomain: string;
    invitedBy: string | null;
  };
  /** Where somebody of the domain is a member, and the request's own account. */
  accounts: readonly (KnownAccount & { members: number })[];
  /** Other requests of the person, the latest first. */
  own: readonly RequestBeside[];
  /** Requests of others at the mail domain. */
  domain: readonly RequestBeside[];
  /** The colleague whom the person names as their contact. */
  contact: string | null;
  /** The request's own account has access now. */
  inForce: boolean;
}

/** What a reviewer could do, and why. */
export interface Suggestion {
  /** 'Add to Customer Inc.' */
  words: string;
  reasons: string[];
  /** The account that one press lets the person into; null: a new one. */
  account: string | null;
  /** Nothing speaks against one press. */
  clear: boolean;
}

/** Concludes from what is known of a request; a conclusion never comes without its reasons. */
export function suggestionFor(facts: SuggestionFacts): Suggestion {
  const { request, accounts, own, domain } = facts;
  const account = likelyAccount(request, accounts);
  const target = accounts.find(({ id }) => id === account);
  const declined = own.find(({ status }) => status === "declined");
  const same = request.freeMail ? [] : accounts.filter(({ sameDomain }) => sameDomain);
  const approved = same.filter(({ reviewStatus }) => reviewStatus === "approved");
  const turnedAway = same.find(({ reviewStatus }) => reviewStatus === "declined");
  const clear =
    declined === undefined &&
    (target !== undefined || (!request.freeMail && approved.length === 0 && !turnedAway));
  return {
    words: wordsOf(facts, { target, approved, declined, turnedAway }),
    reasons: [
      ...(request.invitedBy === null ? [] : [`Invited by ${request.invitedBy}`]),
      ...same.map(({ name, members, reviewStatus }) =>
        [
          `${name} has the same email domain`,
          members === 1 ? "1 member" : `${members} members`,
          ...(reviewStatus === "approved" ? [] : [reviewStatus]),
        ].join(", "),
      ),
      ...(request.freeMail
        ? [`Free email: anyone can get an address at ${request.emailDomain}`]
        : same.length === 0
          ? [`No one at ${request.emailDomain} has an account yet`]
          : []),
      ...(request.kind !== "extension"
        ? []
        : [facts.inForce ? "Has access now, with an end date" : "Had access, which has expired"]),
      ...askedBefore(own),
      ...ofDomain(domain),
      ...(facts.contact === null ? [] : [`Their contact ${facts.contact} is on your team`]),
    ],
    account,
    clear,
  };
}

function wordsOf(
  { request, inForce }: SuggestionFacts,
  found: {
    target: KnownAccount | undefined;
    approved: readonly KnownAccount[];
    declined: RequestBeside | undefined;
    turnedAway: KnownAccount | undefined;
  },
): string {
  const { target, approved, declined, turnedAway } = found;
  if (declined !== undefined) return "Review carefully: this person was declined before";
  if (target !== undefined)
    return request.kind === "extension"
      ? inForce
        ? `Extend ${target.name}’s access`
        : `Give ${target.name} access again`
      : `Add to ${target.name}`;
  if (request.freeMail) return "Ask for a work email";
  if (approved.length > 1)
    return `Choose between ${approved.map(({ name }) => name).join(" and ")}`;
  if (turnedAway !== undefined) return `Review carefully: ${turnedAway.name} was declined`;
  return `Add an account for ${request.companyName}`;
}

function askedBefore(own: readonly RequestBeside[]): string[] {
  const words = own.flatMap(({ status, decidedOn }) =>
    (status === "approved" || status === "declined") && decidedOn !== null
      ? [`${status} on ${decidedOn}`]
      : status === "withdrawn"
        ? ["withdrawn"]
        : [],
  );
  return words.length === 0 ? [] : [`Earlier requests: ${words.slice(0, 3).join(", ")}`];
}

function ofDomain(domain: readonly RequestBeside[]): string[] {
  const count = (wanted: RequestBeside["status"]) =>
    domain.filter(({ status }) => status === wanted).length;
  const [approved, declined] = [count("approved"), count("declined")];
  const parts = [
    ...(approved > 0 ? [`${approved} approved`] : []),
    ...(declined > 0 ? [`${declined} declined`] : []),
  ];
  return parts.length === 0 ? [] : [`Others at this email domain: ${parts.join(", ")}`];
}
