import * as z from "zod";
import { catalogueItem } from "#model/cards/catalogue/index.ts";

/**
 * A starter set of controls, in sentences that most software companies can say of themselves. None
 * is claimed for anybody: each is read and ticked, and its text is the company's to change.
 */
export interface StarterControl {
  /** A standard item of the catalogue. */
  uid: string;
  text: string;
}

export interface StarterGroup {
  id: string;
  title: string;
  controls: readonly StarterControl[];
}

export const STARTER_GROUPS: readonly StarterGroup[] = [
  {
    id: "access",
    title: "Access",
    controls: [
      {
        uid: "AccessControl.leastPrivilege",
        text: "People get only the access that their work needs. Administrator rights in production are limited to a small, named group.",
      },
      {
        uid: "AccessControl.provisioning",
        text: "Access is requested and approved before it is granted, and the approval is kept on record.",
      },
      {
        uid: "AccessControl.accessReviews",
        text: "System owners review who has access at least once a year. Access that no one can justify is removed.",
      },
      {
        uid: "AccessControl.internalSso",
        text: "Employees sign in to our business systems through one identity provider. Closing an account there ends its access to the connected systems.",
      },
      {
        uid: "AccessControl.internalMfa",
        text: "Multi-factor authentication is required for every employee account, including email and production.",
      },
      {
        uid: "AccessControl.passwordSecurity",
        text: "Passwords are kept in a company password manager, and each system gets a long one of its own.",
      },
    ],
  },
  {
    id: "data",
    title: "Customer data",
    controls: [
      {
        uid: "DataSecurity.encryptionAtRest",
        text: "Customer data, including backups, is encrypted at rest with AES-256 or an equivalent standard.",
      },
      {
        uid: "DataSecurity.encryptionInTransit",
        text: "Traffic between customers and our service is encrypted with TLS 1.2 or later. Unencrypted requests are redirected or refused.",
      },
      {
        uid: "DataSecurity.dataBackups",
        text: "Customer data is backed up automatically every day. Backups are encrypted and stored apart from the systems that they protect.",
      },
      {
        uid: "DataSecurity.tenantIsolation",
        text: "Each customer’s data is separated from every other customer’s, and every request is checked against the tenant that it belongs to.",
      },
      {
        uid: "DataSecurity.dataErasure",
        text: "Customer data is deleted after a contract ends, or earlier on request. Copies in backups expire on a fixed schedule.",
      },
      {
        uid: "DataSecurity.productionDataUse",
        text: "Production data stays in production. Development and testing use generated or anonymized data.",
      },
    ],
  },
  {
    id: "development",
    title: "Development",
    controls: [
      {
        uid: "ChangeConfigurationManagement.versionControl",
        text: "All source code is kept in version control, and the main branch is protected against direct changes.",
      },
      {
        uid: "ApplicationSecurity.codeReview",
        text: "Every change to production code is reviewed by a second engineer before it is merged.",
      },
      {
        uid: "ChangeConfigurationManagement.testing",
        text: "Automated tests run on every change, and a change that fails them is not released.",
      },
      {
        uid: "ApplicationSecurity.sca",
        text: "Third-party dependencies are scanned for known vulnerabilities on every build.",
      },
      {
        uid: "ApplicationSecurity.secretScanning",
        text: "Repositories are scanned for passwords and keys. A secret that is found is revoked and replaced.",
      },
      {
        uid: "ApplicationSecurity.vulnerabilityManagement",
        text: "Vulnerabilities are rated by severity and fixed within a set time for each level, the most severe first.",
      },
      {
        uid: "ApplicationSecurity.penetrationTesting",
        text: "An independent firm tests our application at least once a year. Findings are tracked until they are fixed.",
      },
    ],
  },
  {
    id: "infrastructure",
    title: "Infrastructure",
    controls: [
      {
        uid: "Infrastructure.hosting",
        text: "Our service runs at a major cloud provider, whose data centers are independently audited for physical and environmental security.",
      },
      {
        uid: "Infrastructure.infrastructureAsCode",
        text: "Infrastructure is defined in code, and changes to it go through the same review as changes to the product.",
      },
      {
        uid: "ApplicationSecurity.environmentSeparation",
        text: "Development, staging and production run in separate environments with separate credentials.",
      },
      {
        uid: "NetworkSecurity.firewall",
        text: "Firewall rules deny inbound traffic by default and open only the ports that the service needs.",
      },
      {
        uid: "NetworkSecurity.tlsConfiguration",
        text: "Outdated protocols and weak ciphers are disabled on all public endpoints, and certificates renew automatically.",
      },
    ],
  },
  {
    id: "incidents",
    title: "Monitoring and incidents",
    controls: [
      {
        uid: "ContinuousMonitoring.logManagement",
        text: "Logs of production systems are collected in one place, protected from changes and kept for investigations.",
      },
      {
        uid: "ContinuousMonitoring.alerting",
        text: "Production is monitored around the clock. Alerts reach an engineer on call.",
      },
      {
        uid: "IncidentResponse.incidentResponsePlan",
        text: "A written plan says who does what in a security incident. We review it at least once a year.",
      },
      {
        uid: "IncidentResponse.incidentNotification",
        text: "We tell affected customers about a confirmed incident without undue delay and within the time that their contract sets.",
      },
      {
        uid: "IncidentResponse.postMortem",
        text: "After every serious incident we find its root cause, and we track what we decided to change until it is done.",
      },
    ],
  },
  {
    id: "people",
    title: "People and devices",
    controls: [
      {
        uid: "InternalPractices.backgroundChecks",
        text: "New employees are screened before they start, as far as local law allows.",
      },
      {
        uid: "InternalPractices.confidentiality",
        text: "Employees and contractors sign a confidentiality agreement before they get access to any customer data.",
      },
      {
        uid: "AwarenessTraining.securityTraining",
        text: "Everyone completes security training when they join and once a year after that.",
      },
      {
        uid: "InternalPractices.offboarding",
        text: "When someone leaves, their access is removed by the end of their last day and their devices are returned.",
      },
      {
        uid: "EndpointSecurity.diskEncryption",
        text: "The disks of all company laptops are encrypted, and screens lock on their own.",
      },
      {
        uid: "EndpointSecurity.antiMalware",
        text: "Company laptops run malware protection that updates itself and can’t be turned off by their users.",
      },
    ],
  },
  {
    id: "risk",
    title: "Risk, continuity and privacy",
    controls: [
      {
        uid: "RiskManagement.riskAssessment",
        text: "We assess our security risks at least once a year. Each risk has an owner and a decision on how it is handled.",
      },
      {
        uid: "RiskManagement.vendorRisk",
        text: "Vendors that handle customer data are reviewed before we use them and at regular intervals afterwards.",
      },
      {
        uid: "BusinessContinuity.backupRestore",
        text: "We test at least once a year that our backups can be restored.",
      },
      {
        uid: "DataPrivacy.dataSubjectRequests",
        text: "We help customers answer requests for access, correction and deletion of personal data within the time that the law sets.",
      },
      {
        uid: "DataPrivacy.dataSale",
        text: "We do not sell customer data, and we use it only to provide our service.",
      },
    ],
  },
];

/** The query parameter that ticks a group where no scripts run. */
export const ALL_PARAMETER = "all";

const texts: ReadonlyMap<string, string> = new Map(
  STARTER_GROUPS.flatMap(({ controls }) => controls.map(({ uid, text }) => [uid, text])),
);

/** What the set says of a standard item; undefined for one that it leaves out. */
export function starterText(uid: string): string | undefined {
  return texts.get(uid);
}

/** Every item of the set, group by group. */
export const STARTER_UIDS: readonly string[] = [...texts.keys()];

/** The title of an item of the set, as the catalogue has it. */
export function starterTitle(uid: string): string {
  return catalogueItem(uid)?.title ?? uid;
}

const NONE = "Choose one or more, or skip this step";

export const starterSchema = z.object({
  items: z
    .array(
      z.string().refine((uid) => texts.has(uid), "Choose from the list"),
      { error: NONE },
    )
    .min(1, NONE)
    .max(STARTER_UIDS.length),
  access: z.enum(["public", "restricted"], { error: "Choose who reads them" }),
});

/** What was saved, such as '12 controls added to your portal.' */
export function starterWords(added: number): string {
  if (added === 0) return "These controls are already on your portal.";
  return `${added === 1 ? "1 control" : `${added} controls`} added to your portal.`;
}
