import type { CatalogueItem } from "./item.ts";

/** Where AI is used, on which data and under which rules. */
export const AI: readonly CatalogueItem[] = [
  {
    uid: "Ai.aiUse",
    title: "AI Use",
    guidance:
      "List where the product uses AI, what goes in and what comes out. Say plainly which features work without it.",
    files: true,
    link: true,
  },
  {
    uid: "Ai.modelTraining",
    title: "Model Training",
    guidance:
      "Answer the first question everyone asks: is customer data used to train models, yours or a vendor’s? Point to the contract clause.",
    files: true,
    link: true,
  },
  {
    uid: "Ai.aiGovernance",
    title: "AI Governance",
    guidance:
      "Name the owner, the approval path for new uses and the framework, such as ISO 42001 or NIST AI RMF.",
    files: true,
    link: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "Ai.aiModels",
    title: "Models & Providers",
    guidance:
      "Name the models, their providers, hosting regions and retention of prompts. Keep providers listed as subprocessors as well.",
    files: true,
    link: true,
  },
  {
    uid: "Ai.humanOversight",
    title: "Human Oversight",
    guidance:
      "Say which decisions a person confirms, and how users recognize and correct AI output.",
    files: true,
    maturity: true,
  },
  {
    uid: "Ai.aiOptOut",
    title: "AI Opt-Out",
    guidance:
      "State whether AI features are on by default, who can switch them off and what remains when they are.",
    link: true,
  },
  {
    uid: "Ai.promptInjection",
    title: "Prompt Injection Defenses",
    guidance:
      "Describe input separation, tool permissions, output checks and how you test against the OWASP Top 10 for LLM applications.",
    files: true,
    maturity: true,
  },
  {
    uid: "Ai.biasTesting",
    title: "Bias & Quality Testing",
    guidance:
      "Explain how output is evaluated before release and after model changes, with which data and thresholds.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "Ai.aiTransparency",
    title: "AI Transparency",
    guidance: "Say how users are told that they deal with AI and link model or system cards.",
    files: true,
    link: true,
  },
  {
    uid: "Ai.aiImpactAssessment",
    title: "AI Impact Assessment",
    guidance:
      "Share the assessment for each significant AI feature: purpose, affected people, risks and measures.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Ai.aiDataIsolation",
    title: "AI Data Isolation",
    guidance:
      "Confirm that prompts, embeddings and fine-tuned models are kept apart per customer and deleted with the tenant.",
    files: true,
    maturity: true,
  },
  {
    uid: "Ai.employeeAiUse",
    title: "Employee AI Use",
    guidance:
      "Summarize the rules for staff: approved tools, forbidden data and how use is monitored.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "Ai.aiRedTeaming",
    title: "AI Red Teaming",
    guidance: "Give date, scope and result of adversarial tests of AI features, and who ran them.",
    files: true,
    recurrence: true,
    auditor: true,
  },
];
