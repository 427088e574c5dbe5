import type { CatalogueItem } from "./item.ts";

/** How risks, those of vendors included, are found, judged and treated. */
export const RISK_MANAGEMENT: readonly CatalogueItem[] = [
  {
    uid: "RiskManagement.riskAssessment",
    title: "Risk Assessments",
    guidance: "Give method, interval and date of the last one, and who approved the result.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "RiskManagement.riskRegister",
    title: "Risk Register",
    guidance:
      "Confirm that it exists with owners and dates, and how often management sees it. Share its form, not its content.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "RiskManagement.riskTreatment",
    title: "Risk Treatment",
    guidance: "Say who may accept which level of risk, and how treatments are followed up.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "RiskManagement.vendorRisk",
    title: "Vendor Risk Management",
    guidance: "Describe tiers, checks before signing, and yearly review of critical vendors.",
    files: true,
    link: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "RiskManagement.subprocessorReview",
    title: "Subprocessor Reviews",
    guidance:
      "State what evidence you read each year, such as SOC 2 reports, and who records the result.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "RiskManagement.riskAppetite",
    title: "Risk Appetite",
    guidance: "Give the statement approved by the board, in one or two sentences.",
    files: true,
    recurrence: true,
  },
  {
    uid: "RiskManagement.fraudRisk",
    title: "Fraud Risk",
    guidance: "SOC 2 asks for it: say how fraud is considered in the risk assessment.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "RiskManagement.riskCommittee",
    title: "Risk Committee",
    guidance: "Name members by role, how often they meet and to whom they report.",
    files: true,
    recurrence: true,
  },
  {
    uid: "RiskManagement.supplyChainRisk",
    title: "Supply Chain Risk",
    guidance:
      "Explain how software and service dependencies are judged, down to fourth parties where critical.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "RiskManagement.regulatoryMonitoring",
    title: "Regulatory Monitoring",
    guidance: "Say who follows new laws, and give a recent example of a change you prepared for.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "RiskManagement.concentrationRisk",
    title: "Concentration Risk",
    guidance:
      "For financial customers: name critical dependence on one provider and the exit plan.",
    files: true,
    recurrence: true,
  },
];
