import type { CatalogueItem } from "./item.ts";

/** How personal data is collected, kept, transferred and deleted. */
export const DATA_PRIVACY: readonly CatalogueItem[] = [
  {
    uid: "DataPrivacy.privacyProgram",
    title: "Privacy Program",
    guidance:
      "Name who leads it, the laws it covers and how often it is reviewed. One page is enough.",
    files: true,
    link: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "DataPrivacy.dpo",
    title: "Data Protection Officer",
    guidance:
      "Give name or role and a working email address, and the EU and UK representatives if you have them.",
    link: true,
  },
  {
    uid: "DataPrivacy.dataSubjectRequests",
    title: "Data Subject Requests",
    guidance:
      "Explain how people reach you, how you forward requests that belong to customers, and within how many days.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "DataPrivacy.dataCollected",
    title: "Data Collected",
    guidance:
      "List categories of personal data and why each is needed. Separate customer content from usage data.",
    files: true,
    link: true,
  },
  {
    uid: "DataPrivacy.retention",
    title: "Data Retention",
    guidance:
      "A table of data types with periods and triggers answers this better than prose. Include logs and backups.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "DataPrivacy.breachNotification",
    title: "Breach Notification",
    guidance:
      "State how soon customers are told after confirmation (for example 48 hours), by which channel and with what content.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "DataPrivacy.internationalTransfers",
    title: "International Transfers",
    guidance:
      "Name the countries, the mechanism for each and supplementary measures, including remote access by support.",
    files: true,
    link: true,
  },
  {
    uid: "DataPrivacy.privacyByDesign",
    title: "Privacy by Design",
    guidance:
      "Show where privacy review sits in development, and one example of data you decided not to collect.",
    files: true,
    maturity: true,
  },
  {
    uid: "DataPrivacy.dpia",
    title: "Privacy Impact Assessments",
    guidance:
      "Say when an assessment is required, who approves it, and offer a summary for the core product.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "DataPrivacy.recordsOfProcessing",
    title: "Records of Processing",
    guidance:
      "Confirm that Article 30 records exist for both roles and when they were last reviewed.",
    files: true,
    recurrence: true,
  },
  {
    uid: "DataPrivacy.consentManagement",
    title: "Consent Management",
    guidance:
      "Describe how consent is recorded, proved and withdrawn, and how trackers wait for it.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "DataPrivacy.anonymization",
    title: "Anonymization",
    guidance:
      "Say which data is aggregated or pseudonymized, by what method, and who could reverse it.",
    files: true,
    maturity: true,
  },
  {
    uid: "DataPrivacy.dataSale",
    title: "No Sale of Data",
    guidance:
      "State clearly that customer data is neither sold nor shared for advertising, with a link to the clause.",
    link: true,
  },
  {
    uid: "DataPrivacy.employeePrivacyTraining",
    title: "Privacy Training",
    guidance:
      "Give frequency, completion rate and additional training for staff who handle personal data.",
    files: true,
    recurrence: true,
  },
  {
    uid: "DataPrivacy.childrenData",
    title: "Children's Data",
    guidance: "Say whether minors may use the service and, if so, how parents or schools consent.",
    files: true,
    link: true,
  },
  {
    uid: "DataPrivacy.specialCategories",
    title: "Sensitive Data",
    guidance:
      "State whether special categories may be stored and which settings or contracts are needed first.",
    files: true,
    link: true,
  },
];
