const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * How many tries in how many seconds, and what that guards. People and what reaches them are
 * guarded by all processes of an installation together: ten passwords are ten, wherever they are
 * sent. A machine guards itself. A limit is one row here.
 */
export const LIMITS = {
  /**
   * Passwords for one email address from one network: who tries another's address locks out nobody
   * else.
   */
  "sign-in-address-network": { guards: "people", points: 10, seconds: 15 * MINUTE },
  /**
   * Passwords for one email address from everywhere: many networks together don't get far either.
   */
  "sign-in-address": { guards: "people", points: 100, seconds: 15 * MINUTE },
  /** Passwords for one address from a browser that its owner has signed in with before. */
  "sign-in-known-browser": { guards: "people", points: 10, seconds: 15 * MINUTE },
  /** Passwords from one network: 200 people behind one are not locked out. */
  "sign-in-ip": { guards: "machine", points: 300, seconds: 15 * MINUTE, by: "ip" },
  /** Identity providers that say that somebody signed out there. */
  "provider-logout-ip": { guards: "machine", points: 600, seconds: 15 * MINUTE, by: "ip" },
  /** Passkeys from one network: what a device has to sign, and its answers. */
  "passkey-ip": { guards: "machine", points: 600, seconds: 15 * MINUTE, by: "ip" },
  /**
   * Current passwords that a signed-in person is asked for: nobody who is signed out can use these
   * tries up.
   */
  "own-password": { guards: "people", points: 10, seconds: 15 * MINUTE },
  /** Codes of one pending session; then it ends. */
  code: { guards: "people", points: 5, seconds: 10 * MINUTE },
  /**
   * Codes of one person across all pending sessions: someone who has the password must not get
   * endless fives.
   */
  "code-staff": { guards: "people", points: 20, seconds: HOUR },
  /** As `code-staff`, from a browser that the person has signed in with before. */
  "code-known-browser": { guards: "people", points: 20, seconds: HOUR },
  /**
   * Links for forgotten passwords to one address, whether it exists or not: by one network, and by
   * everybody. Whoever asks in somebody's place sends that person a link; the last of these is
   * still good when the next one goes out again, so nobody is kept from a new password.
   */
  "password-link-address-network": { guards: "people", points: 3, seconds: 25 * MINUTE },
  "password-link-address": { guards: "people", points: 6, seconds: 25 * MINUTE },
  /** As that, from a browser that the person has signed in with before. */
  "password-link-known-browser": { guards: "people", points: 5, seconds: HOUR },
  /** Links asked for from one network. */
  "password-link-ip": { guards: "machine", points: 100, seconds: HOUR, by: "ip" },
  /** New passwords by such links from one network. */
  "password-link-use": { guards: "machine", points: 30, seconds: 15 * MINUTE, by: "ip" },
  /** Invitations that one team sends. */
  "team-invitations": { guards: "people", points: 60, seconds: HOUR },
  /** Invitations to one address, by whatever team: nobody is flooded. */
  "team-invitation-address": { guards: "people", points: 10, seconds: 24 * HOUR },
  /** Joining by an invitation from one network: each takes a password's hash. */
  "team-join": { guards: "machine", points: 60, seconds: 15 * MINUTE, by: "ip" },
  /**
   * Forms of asking for access and of logging in from one network, and codes: 200 people behind one
   * are not locked out.
   */
  "access-ip": { guards: "machine", points: 600, seconds: 15 * MINUTE, by: "ip" },
  /**
   * Logins for one address from one network; how many of them lead to a mail is counted in the
   * database.
   */
  "access-login-address": { guards: "people", points: 60, seconds: 15 * MINUTE },
  /** Requests for one address from one network: those after the first lead to an answer alone. */
  "access-request-address": { guards: "people", points: 60, seconds: 15 * MINUTE },
  /** Mails with the link to a request that waits. */
  "access-request-link": { guards: "people", points: 3, seconds: HOUR },
  /** Both, for one address from everywhere. */
  "access-address": { guards: "people", points: 120, seconds: 15 * MINUTE },
  /**
   * Forms by which one member invites colleagues; how many people they invite is counted in the
   * database.
   */
  "invite-member": { guards: "people", points: 60, seconds: 15 * MINUTE },
  /** Comments of one person on items. */
  comment: { guards: "people", points: 60, seconds: 15 * MINUTE },
  /** Forms of nobody known that wait for a sign-in, from one network. */
  "kept-forms": { guards: "machine", points: 30, seconds: 15 * MINUTE, by: "ip" },
  /** Questions to the search from one network, and of one member. */
  "search-network": { guards: "machine", points: 120, seconds: MINUTE, by: "ip" },
  "search-member": { guards: "machine", points: 60, seconds: MINUTE },
  /** Questions in words of one person. */
  "answer-person": { guards: "machine", points: 10, seconds: MINUTE },
  /** Tests of the model by one team. */
  "model-test": { guards: "machine", points: 10, seconds: MINUTE },
  /** Searches of one team that the directories of companies are asked. */
  "company-search": { guards: "machine", points: 120, seconds: MINUTE },
  /** Grades that one team asks Security Scorecard for. */
  scorecard: { guards: "machine", points: 30, seconds: 15 * MINUTE },
  /** Calls by one key, and those of them that change something. */
  "key-calls": { guards: "machine", points: 600, seconds: MINUTE },
  "key-writes": { guards: "machine", points: 60, seconds: MINUTE },
  /** Pages of providers that one team tries to connect. */
  "integration-check": { guards: "machine", points: 30, seconds: MINUTE },
  /** Tests that one team sends to its webhooks. */
  "webhook-tests": { guards: "machine", points: 20, seconds: MINUTE },
  /** Hosts that one team saves for its webhooks: each is looked up. */
  "webhook-hosts": { guards: "machine", points: 60, seconds: MINUTE },
  /** Clicks on a live status from one network that are noted. */
  "live-status-click": { guards: "machine", points: 60, seconds: MINUTE, by: "ip" },
  /** Tokens for partners that one member generates. */
  "partner-token": { guards: "people", points: 20, seconds: HOUR },
  /** Readings of a partner with one token. */
  "partner-read": { guards: "machine", points: 120, seconds: 15 * MINUTE },
  /** What the pages of one network tell of what is done on them. */
  "visitor-event": { guards: "machine", points: 60, seconds: MINUTE, by: "ip" },
  /** Archives that one person prepares: each opens every file of it. */
  "bulk-download": { guards: "machine", points: 60, seconds: 15 * MINUTE },
  /** Manifests that one network checks. */
  "manifest-check": { guards: "machine", points: 60, seconds: 15 * MINUTE, by: "ip" },
  /**
   * Files of one member that are read as questionnaires, taken or not; how many of them are taken is
   * counted in the database.
   */
  "questionnaire-upload": { guards: "machine", points: 20, seconds: 24 * HOUR },
  /**
   * Megabytes that one org sends in to be imported, used or not: what is not used lies on the disk
   * for a day.
   */
  "import-megabytes": { guards: "people", points: 8_192, seconds: 24 * HOUR },
  /** Attempts at /setup from one network. */
  setup: { guards: "machine", points: 30, seconds: 15 * MINUTE, by: "ip" },
  /**
   * Addresses that one network asks updates for, by the form or the API: 200 people behind it can.
   */
  "subscribe-network": { guards: "machine", points: 300, seconds: HOUR, by: "ip" },
  /**
   * Mails about a subscription to one address: whoever types it, nobody is flooded. What is over
   * gets no mail, and the same answer.
   */
  "subscribe-mail": { guards: "people", points: 4, seconds: 24 * HOUR },
  /**
   * Failed unsubscriptions of one network that are noted; what is over gets the same answer, and no
   * row.
   */
  "failed-unsubscribe": { guards: "machine", points: 100, seconds: HOUR, by: "ip" },
} as const satisfies Record<string, Limit>;

export interface Limit {
  guards: "people" | "machine";
  points: number;
  seconds: number;
  /** The key is an IP address, and counts for its network. */
  by?: "ip";
}

export type LimitName = keyof typeof LIMITS;

/** What guards people is counted by all processes together; what guards a machine by each. */
export function guardOf(name: LimitName): Limit["guards"] {
  return LIMITS[name].guards;
}

/** Every limit there is. */
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];
