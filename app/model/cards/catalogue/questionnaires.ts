import type { CatalogueItem } from "./item.ts";

/** Completed standard questionnaires, offered so that reviewers needn't send their own. */
export const QUESTIONNAIRES: readonly CatalogueItem[] = [
  {
    uid: "Questionnaires.sigLite",
    title: "SIG Lite",
    guidance:
      "A completed Shared Assessments SIG Lite. State the year of the template. Customers rarely accept one more than a cycle old.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.sigCore",
    title: "SIG Core",
    guidance:
      "The full SIG for high-risk vendors. Keep “N/A” answers explained, because those draw the follow-up questions.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.caiq",
    title: "CAIQ",
    guidance:
      "The Cloud Security Alliance questionnaire, version 4. Fill in the shared-responsibility columns. Reviewers read those first.",
    files: true,
    link: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.caiqLite",
    title: "CAIQ Lite",
    guidance:
      "The short form of the CSA questionnaire. Offer it to prospects who don’t need the full CAIQ.",
    files: true,
    link: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.hecvat",
    title: "HECVAT",
    guidance:
      "Universities ask for it before a pilot. State the version, and complete the accessibility and AI sections as carefully as the security ones.",
    types: ["Full", "Lite", "On-Premise"],
    files: true,
    link: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.vsaCore",
    title: "VSA Core",
    guidance:
      "The Vendor Security Alliance questionnaire covering security and US privacy. Give the year of the edition used.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.vsaFull",
    title: "VSA Full",
    guidance:
      "The long form of the Vendor Security Alliance questionnaire, usually for vendors who hold sensitive data.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.cis",
    title: "CIS Controls Assessment",
    guidance:
      "Your self-assessment against the CIS Critical Security Controls, with version, implementation group and the reason for any safeguard not met.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.nistCsf",
    title: "NIST CSF Assessment",
    guidance:
      "A profile of current and target outcomes per category. Reviewers value honest gaps with dates over an all-green sheet.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.mvsp",
    title: "MVSP",
    guidance:
      "The Minimum Viable Secure Product checklist. It takes an hour to fill in and answers what large technology customers ask first.",
    files: true,
    link: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.pciSaq",
    title: "PCI DSS SAQ",
    guidance:
      "The self-assessment questionnaire with its attestation page signed. Service providers may use only SAQ D.",
    types: ["A", "A-EP", "C", "D Merchant", "D Service Provider"],
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.dpia",
    title: "DPIA Questionnaire",
    guidance:
      "Answers a customer needs for their own impact assessment: data categories, purposes, recipients, retention, transfers and safeguards.",
    files: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.transferImpact",
    title: "Transfer Impact Assessment",
    guidance:
      "Answers about third-country access laws, requests received and supplementary measures, per importing country.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.esgQuestionnaire",
    title: "ESG Questionnaire",
    guidance:
      "Standard answers on emissions, labor, ethics and supply chain, so that procurement needn’t send its own sheet.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.aiQuestionnaire",
    title: "AI Questionnaire",
    guidance:
      "Answers on models used, training on customer data, human oversight, testing and opt-outs. Keep it dated. AI answers age within months.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.dora",
    title: "DORA Questionnaire",
    guidance:
      "Pre-filled answers for EU financial entities: functions supported, locations, subcontracting chain, exit strategy and resilience testing.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Questionnaires.securityQuestionnaire",
    title: "Security Questionnaire",
    guidance:
      "Your own set of the most frequent questions with approved answers, for reviewers without a standard form.",
    files: true,
    recurrence: true,
    expiry: true,
  },
];
