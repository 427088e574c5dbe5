import type { CatalogueItem } from "./item.ts";

/** Who inside the company can reach what, and how that is granted and reviewed. */
export const ACCESS_CONTROL: readonly CatalogueItem[] = [
  {
    uid: "AccessControl.dataAccess",
    title: "Data Access",
    guidance:
      "Say how many roles can reach customer data, why, and that access is temporary, approved and logged.",
    files: true,
    maturity: true,
  },
  {
    uid: "AccessControl.leastPrivilege",
    title: "Least Privilege",
    guidance:
      "Explain how roles are defined, and that no one holds standing administrator rights in production.",
    files: true,
    maturity: true,
  },
  {
    uid: "AccessControl.accessReviews",
    title: "Access Reviews",
    guidance:
      "Give the interval for ordinary and privileged accounts, who certifies them and what happens to unconfirmed access.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AccessControl.provisioning",
    title: "User Provisioning",
    guidance:
      "Describe the path from request to approval, and how quickly leavers are removed; 24 hours is the usual expectation.",
    files: true,
    maturity: true,
  },
  {
    uid: "AccessControl.internalSso",
    title: "Employee SSO",
    guidance:
      "Name the identity provider and the share of systems behind it. List the exceptions honestly.",
    files: true,
    maturity: true,
  },
  {
    uid: "AccessControl.internalMfa",
    title: "Employee MFA",
    guidance:
      "State that MFA is mandatory for all staff and whether it resists phishing (FIDO2 keys or passkeys).",
    files: true,
    maturity: true,
  },
  {
    uid: "AccessControl.passwordSecurity",
    title: "Password Security",
    guidance:
      "Give length, breach checks and the password manager used. Don’t boast of forced rotation. NIST advises against it.",
    files: true,
    maturity: true,
  },
  {
    uid: "AccessControl.privilegedAccess",
    title: "Privileged Access Management",
    guidance:
      "Describe just-in-time elevation, session recording and break-glass accounts with their alarms.",
    files: true,
    maturity: true,
  },
  {
    uid: "AccessControl.loggingAccess",
    title: "Access Logging",
    guidance:
      "Say what is recorded for sign-in and data access, how long it is kept and who reads it.",
    files: true,
    maturity: true,
  },
  {
    uid: "AccessControl.remoteAccess",
    title: "Remote Access",
    guidance: "Explain how staff reach production: VPN or zero trust, device checks and MFA.",
    files: true,
    maturity: true,
  },
  {
    uid: "AccessControl.segregationOfDuties",
    title: "Segregation of Duties",
    guidance:
      "Name the conflicting duties you separate, such as writing and deploying code, and how that is enforced.",
    files: true,
    maturity: true,
  },
  {
    uid: "AccessControl.serviceAccounts",
    title: "Service Accounts",
    guidance: "Say who owns each, how credentials rotate, and that interactive sign-in is off.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "AccessControl.supportAccess",
    title: "Support Access",
    guidance:
      "State whether support can see or impersonate customers’ accounts, with whose consent and for how long.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "AccessControl.sessionTimeouts",
    title: "Screen & Session Locks",
    guidance:
      "Give the minutes to lock for workstations and internal tools, and say how that is enforced.",
    files: true,
    maturity: true,
  },
];
