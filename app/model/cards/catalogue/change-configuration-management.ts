import type { CatalogueItem } from "./item.ts";

/** How changes reach production and configurations stay as intended. */
export const CHANGE_CONFIGURATION_MANAGEMENT: readonly CatalogueItem[] = [
  {
    uid: "ChangeConfigurationManagement.changeManagement",
    title: "Change Management",
    guidance:
      "Show the path of a change: ticket, review, test, approval, deployment, record. Include the emergency path.",
    files: true,
    maturity: true,
  },
  {
    uid: "ChangeConfigurationManagement.configurationManagement",
    title: "Configuration Management",
    guidance: "Say how baselines are defined, versioned and enforced, and how drift is detected.",
    files: true,
    maturity: true,
  },
  {
    uid: "ChangeConfigurationManagement.releaseManagement",
    title: "Release Management",
    guidance: "Give the release rhythm, gradual rollout and how customers learn of changes.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "ChangeConfigurationManagement.versionControl",
    title: "Version Control",
    guidance:
      "Confirm that all code and infrastructure is versioned, with protected branches and signed commits if used.",
    files: true,
    maturity: true,
  },
  {
    uid: "ChangeConfigurationManagement.changeApproval",
    title: "Change Approval",
    guidance: "State who approves what, and that no one approves their own change.",
    files: true,
    maturity: true,
  },
  {
    uid: "ChangeConfigurationManagement.rollback",
    title: "Rollback",
    guidance:
      "Explain how a bad release is undone, how long that takes, and when it last happened.",
    files: true,
    maturity: true,
  },
  {
    uid: "ChangeConfigurationManagement.testing",
    title: "Release Testing",
    guidance: "List automated tests, quality gates and who signs off before production.",
    files: true,
    maturity: true,
  },
  {
    uid: "ChangeConfigurationManagement.emergencyChanges",
    title: "Emergency Changes",
    guidance: "Describe who may skip steps and how the change is reviewed afterwards.",
    files: true,
    maturity: true,
  },
  {
    uid: "ChangeConfigurationManagement.customerNotification",
    title: "Change Notification",
    guidance: "Say how far ahead customers learn of breaking changes and maintenance, and where.",
    link: true,
  },
  {
    uid: "ChangeConfigurationManagement.deprecation",
    title: "Deprecation Policy",
    guidance:
      "State the notice period for removing features or API versions, and the support for migration.",
    files: true,
    link: true,
  },
  {
    uid: "ChangeConfigurationManagement.patchDeployment",
    title: "Patch Deployment",
    guidance:
      "Say how patches are tested and rolled out to servers and images, and how coverage is measured.",
    files: true,
    maturity: true,
    recurrence: true,
  },
];
