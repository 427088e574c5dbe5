import type { CatalogueItem } from "./item.ts";

/** What happens when something goes wrong, and who is told. */
export const INCIDENT_RESPONSE: readonly CatalogueItem[] = [
  {
    uid: "IncidentResponse.incidentResponsePlan",
    title: "Incident Response Plan",
    guidance:
      "Share a summary with roles, severity levels and phases, and the date of the last review.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "IncidentResponse.incidentResponseTeam",
    title: "Incident Response Team",
    guidance:
      "Say who is on it by role, how it is reached at night, and which outside firm is retained.",
    files: true,
  },
  {
    uid: "IncidentResponse.incidentNotification",
    title: "Incident Notification",
    guidance:
      "State the hours until customers hear from you, the channel and the contacts used. Match the DPA.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "IncidentResponse.tabletopExercises",
    title: "Tabletop Exercises",
    guidance:
      "Give date, scenario and participants of the last exercise and the improvements made.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "IncidentResponse.incidentHistory",
    title: "Incident History",
    guidance:
      "Say whether a reportable breach occurred in the last three years and what followed. Honest history reads better than silence.",
    files: true,
    link: true,
  },
  {
    uid: "IncidentResponse.postMortem",
    title: "Post-Incident Reviews",
    guidance:
      "Describe blameless review, the deadline for it and whether customers receive the report.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "IncidentResponse.forensics",
    title: "Forensics",
    guidance: "Explain how evidence is preserved and by whom, in house or a retained firm.",
    files: true,
    maturity: true,
  },
  {
    uid: "IncidentResponse.retainer",
    title: "Incident Retainer",
    guidance: "Name the firm, or say that one exists, with its guaranteed response time.",
    files: true,
    expiry: true,
  },
  {
    uid: "IncidentResponse.severityLevels",
    title: "Severity Levels",
    guidance: "List the levels with examples and the response target of each.",
    files: true,
  },
  {
    uid: "IncidentResponse.securityOperations",
    title: "Security Operations Center",
    guidance: "State whether it is in house or outsourced, its hours, and its time to respond.",
    files: true,
    maturity: true,
  },
  {
    uid: "IncidentResponse.ransomware",
    title: "Ransomware Readiness",
    guidance: "Describe immutable backups, isolation and a practiced playbook.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "IncidentResponse.incidentReporting",
    title: "Incident Reporting",
    guidance: "Tell customers where to report a suspected incident, and who answers.",
    link: true,
  },
];
