import type { CatalogueItem } from "./item.ts";

/** What is watched between audits, by whom and how often. */
export const CONTINUOUS_MONITORING: readonly CatalogueItem[] = [
  {
    uid: "ContinuousMonitoring.complianceMonitoring",
    title: "Compliance Monitoring",
    guidance:
      "Name the platform and the number of controls tested automatically, and what happens when one fails.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "ContinuousMonitoring.securityMonitoring",
    title: "Security Monitoring",
    guidance:
      "Say who watches, round the clock or not, from which sources and with which response target.",
    files: true,
    maturity: true,
  },
  {
    uid: "ContinuousMonitoring.cloudPosture",
    title: "Cloud Posture Management",
    guidance: "Name the tool, the benchmarks it checks and how quickly critical findings close.",
    files: true,
    maturity: true,
  },
  {
    uid: "ContinuousMonitoring.logManagement",
    title: "Log Management",
    guidance: "Give sources, protection against tampering, and retention: hot and archived.",
    files: true,
    maturity: true,
  },
  {
    uid: "ContinuousMonitoring.vulnerabilityScanning",
    title: "Vulnerability Scanning",
    guidance:
      "State how often internal, external and container scans run and what triggers an extra one.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "ContinuousMonitoring.uptimeMonitoring",
    title: "Uptime Monitoring",
    guidance: "Say from how many locations, at what interval, and who is paged.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "ContinuousMonitoring.performanceMonitoring",
    title: "Performance Monitoring",
    guidance: "Describe metrics, service level objectives and how capacity problems are foreseen.",
    files: true,
    maturity: true,
  },
  {
    uid: "ContinuousMonitoring.threatIntelligence",
    title: "Threat Intelligence",
    guidance: "Name feeds and communities, and give one example of an action they caused.",
    files: true,
    maturity: true,
  },
  {
    uid: "ContinuousMonitoring.fileIntegrity",
    title: "File Integrity Monitoring",
    guidance: "Say which systems are covered, or why immutable images make it unnecessary.",
    files: true,
    maturity: true,
  },
  {
    uid: "ContinuousMonitoring.credentialLeaks",
    title: "Credential Leak Monitoring",
    guidance: "Explain how leaked staff and customer credentials are found and reset.",
    files: true,
    maturity: true,
  },
  {
    uid: "ContinuousMonitoring.vendorMonitoring",
    title: "Vendor Monitoring",
    guidance: "Say how critical vendors are watched between yearly reviews.",
    files: true,
    maturity: true,
    recurrence: true,
  },
  {
    uid: "ContinuousMonitoring.alerting",
    title: "Alerting & On-Call",
    guidance: "Describe the rota, escalation and the time to acknowledge that you measure.",
    files: true,
    maturity: true,
  },
];
