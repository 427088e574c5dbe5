import type { CatalogueItem } from "./item.ts";

/** Contracts, insurance and other papers that legal and procurement teams ask for. */
export const LEGAL: readonly CatalogueItem[] = [
  {
    uid: "Legal.subprocessors",
    title: "Subprocessors",
    guidance:
      "Link the current list with purpose and location, and say how many days ahead customers are told of changes and how they object.",
    files: true,
    link: true,
    priority: true,
  },
  {
    uid: "Legal.dpa",
    title: "Data Processing Agreement",
    guidance:
      "Provide a pre-signed version with standard contractual clauses and annexes filled in. It is the document that delays most contracts.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Legal.msa",
    title: "Master Services Agreement",
    guidance:
      "Publish your standard terms so that legal review can begin alongside the security review.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Legal.termsOfService",
    title: "Terms of Service",
    guidance:
      "Link the version in force and its date, and say whether a signed agreement takes precedence.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Legal.privacyPolicy",
    title: "Privacy Policy",
    guidance:
      "Link the public policy, and make clear which parts cover the website and which the product.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Legal.cookiePolicy",
    title: "Cookie Policy",
    guidance:
      "List cookies by purpose and lifetime, and say how consent is asked for and withdrawn.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Legal.acceptableUse",
    title: "Acceptable Use Terms",
    guidance:
      "State what customers’ users may not do with the service and how violations are handled.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Legal.cyberInsurance",
    title: "Cyber Insurance",
    guidance:
      "Upload the certificate of insurance with insurer, limits and dates. Blank out the premium. Reviewers need the limit only.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Legal.liabilityInsurance",
    title: "Liability Insurance",
    guidance:
      "Certificates for general and professional liability. Keep the expiry date current, because procurement systems check it.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Legal.nda",
    title: "Mutual NDA",
    guidance:
      "Offer a template that can be signed before documents are opened, and name who signs for you.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Legal.baa",
    title: "Business Associate Agreement",
    guidance:
      "Say whether you sign a BAA, on which plans, and offer your template. Most health customers start from theirs.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Legal.sccs",
    title: "Standard Contractual Clauses",
    guidance:
      "Name the modules you sign, the competent authority and the UK Addendum, with annexes completed.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Legal.serviceLevelTerms",
    title: "Service Level Terms",
    guidance:
      "The contract text for uptime, support and credits, as opposed to the description of the service.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Legal.taxForms",
    title: "Tax Forms",
    guidance: "W-9 or the local equivalent, so that vendor onboarding doesn’t have to ask.",
    files: true,
    expiry: true,
  },
  {
    uid: "Legal.companyRegistration",
    title: "Company Registration",
    guidance:
      "Legal name, registration number, address and D-U-N-S number, as procurement will enter them.",
    files: true,
    link: true,
  },
  {
    uid: "Legal.exportControl",
    title: "Export Control",
    guidance:
      "Give the classification of the product and say how you screen against sanctions lists.",
    files: true,
    link: true,
  },
  {
    uid: "Legal.intellectualProperty",
    title: "Intellectual Property",
    guidance:
      "State who owns customers’ data and output, and how open-source licenses are reviewed.",
    files: true,
    link: true,
  },
  {
    uid: "Legal.vendorAgreements",
    title: "Vendor Agreements",
    guidance:
      "Confirm that subprocessors sign terms at least as strict as yours, including audit and notification duties.",
    files: true,
    maturity: true,
  },
  {
    uid: "Legal.modernSlavery",
    title: "Modern Slavery Statement",
    guidance:
      "Link this year’s board-approved statement. UK and Australian buyers must collect it.",
    files: true,
    link: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Legal.lawEnforcement",
    title: "Law Enforcement Requests",
    guidance:
      "Explain how requests are examined, challenged and disclosed to customers, and publish how many you received.",
    files: true,
    link: true,
    recurrence: true,
  },
];
