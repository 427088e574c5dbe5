import type { CatalogueItem } from "./item.ts";

/** Environment, social matters and governance. */
export const ESG: readonly CatalogueItem[] = [
  {
    uid: "Esg.sustainabilityReport",
    title: "Sustainability Report",
    guidance: "Link the latest report with the reporting year and standard (GRI, SASB or CSRD).",
    files: true,
    link: true,
    recurrence: true,
  },
  {
    uid: "Esg.carbonFootprint",
    title: "Carbon Footprint",
    guidance:
      "State scope 1, 2 and 3 emissions with year and method. For software companies hosting is most of it.",
    files: true,
    link: true,
    recurrence: true,
  },
  {
    uid: "Esg.netZero",
    title: "Net Zero Target",
    guidance:
      "Give the target year, baseline and whether it is validated, for example by the Science Based Targets initiative.",
    files: true,
    link: true,
  },
  {
    uid: "Esg.ecoVadis",
    title: "EcoVadis Rating",
    guidance:
      "Give medal, score and date, or invite customers to see your scorecard on the platform.",
    files: true,
    link: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Esg.bCorp",
    title: "B Corp",
    guidance: "Link the public profile and give the certification date. It lapses after its cycle.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Esg.codeOfConduct",
    title: "Code of Conduct",
    guidance: "Link the code and say how often staff confirm it.",
    files: true,
    link: true,
    recurrence: true,
  },
  {
    uid: "Esg.antiBribery",
    title: "Anti-Bribery & Corruption",
    guidance: "Name the policy, training and gift limits, and say who approves exceptions.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "Esg.whistleblowing",
    title: "Whistleblowing",
    guidance:
      "Give the channel, say that reports can be anonymous and that retaliation is forbidden.",
    files: true,
    link: true,
  },
  {
    uid: "Esg.diversity",
    title: "Diversity & Inclusion",
    guidance:
      "Share the commitments and, where lawful, figures. Buyers in tenders score evidence, not intentions.",
    files: true,
    link: true,
    recurrence: true,
  },
  {
    uid: "Esg.laborRights",
    title: "Labor & Human Rights",
    guidance:
      "Describe working hours, fair pay and freedom of association for staff and suppliers.",
    files: true,
    link: true,
  },
  {
    uid: "Esg.supplierConduct",
    title: "Supplier Code of Conduct",
    guidance: "Link what you demand from suppliers and how you check it.",
    files: true,
    link: true,
  },
  {
    uid: "Esg.governance",
    title: "Corporate Governance",
    guidance:
      "Describe the board, its oversight of security and risk, and how often it is informed.",
    files: true,
    link: true,
  },
  {
    uid: "Esg.healthSafety",
    title: "Health & Safety",
    guidance:
      "Summarize the policy, including remote workers, and incident figures if tenders ask for them.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "Esg.communityImpact",
    title: "Community Impact",
    guidance: "Give concrete programs and amounts. Leave the item off if there is nothing to show.",
    files: true,
    link: true,
  },
  {
    uid: "Esg.electronicWaste",
    title: "Electronic Waste",
    guidance: "Say how devices are reused or recycled and that data is wiped with a certificate.",
    files: true,
    maturity: true,
  },
];
