import type { CatalogueItem } from "./item.ts";

/** Audit reports, test results and diagrams that reviewers read in full. */
export const REPORTS: readonly CatalogueItem[] = [
  {
    uid: "Reports.soc2",
    title: "SOC 2 Report",
    guidance:
      "Upload the full report including management’s response to exceptions, and name the trust services criteria and the audit period. Reviewers reject a report whose period ended more than a year ago without a bridge letter.",
    types: ["Type I", "Type II"],
    files: true,
    link: true,
    recurrence: true,
    auditor: true,
    expiry: true,
    bridgeLetter: "SOC 2",
    priority: true,
  },
  {
    uid: "Reports.soc1",
    title: "SOC 1 Report",
    guidance:
      "Needed by customers whose auditors rely on you for financial reporting. State the control objectives covered, the period, and the complementary user entity controls customers must run themselves.",
    types: ["Type I", "Type II"],
    files: true,
    link: true,
    recurrence: true,
    auditor: true,
    expiry: true,
    bridgeLetter: "SOC 1",
    priority: true,
  },
  {
    uid: "Reports.soc3",
    title: "SOC 3 Report",
    guidance:
      "The general-use summary of your SOC 2. It can be shared without an NDA. Make it public so that small reviews end here.",
    files: true,
    link: true,
    recurrence: true,
    auditor: true,
    expiry: true,
    priority: true,
  },
  {
    uid: "Reports.pentest",
    title: "Pentest Report",
    guidance:
      "Share an executive summary or attestation letter with scope, dates, tester, method and the count of findings by severity with their remediation state. Keep exploit details out of the shared version.",
    types: [
      "External Network",
      "Web Application",
      "Mobile Application",
      "API",
      "Internal Network",
      "Cloud",
    ],
    files: true,
    recurrence: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.retest",
    title: "Pentest Retest Letter",
    guidance:
      "The tester’s confirmation that reported findings were fixed. Reviewers look for it as soon as the pentest report shows anything high or critical.",
    files: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.vulnerabilityScan",
    title: "Vulnerability Assessment Report",
    guidance:
      "Provide a recent scan summary with the tool, the scope, whether it was authenticated, and open findings by severity and age.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Reports.iso27001Certificate",
    title: "ISO 27001 Certificate",
    guidance:
      "Upload the certificate with its scope statement and sites legible. Say which version it certifies, and check that the certification body is accredited by an IAF member.",
    files: true,
    link: true,
    recurrence: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.statementOfApplicability",
    title: "Statement of Applicability",
    guidance:
      "List the Annex A controls, whether each applies, and why any are excluded. Reviewers compare its version number with the one printed on the certificate.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Reports.isoSurveillanceAudit",
    title: "ISO Surveillance Audit Report",
    guidance:
      "Proof that the management system was audited in the years between certifications, including nonconformities and the plan for closing them.",
    files: true,
    recurrence: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.iso27701Certificate",
    title: "ISO 27701 Certificate",
    guidance:
      "State whether you are certified as a controller, a processor or both. Privacy teams need the role that matches their contract.",
    files: true,
    link: true,
    recurrence: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.pciAoc",
    title: "PCI DSS AoC",
    guidance:
      "The Attestation of Compliance names the services assessed and the DSS version. Include the service provider form, not the merchant one, if customers send cardholder data through you.",
    files: true,
    recurrence: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.pciResponsibilityMatrix",
    title: "PCI Responsibility Matrix",
    guidance:
      "Requirement by requirement, say what you do, what the customer does and what is shared. Assessors ask customers for exactly this document.",
    files: true,
    expiry: true,
  },
  {
    uid: "Reports.pciAsvScan",
    title: "PCI ASV Scan",
    guidance:
      "The latest passing quarterly external scan from an Approved Scanning Vendor. The attestation page is enough for most reviewers.",
    files: true,
    recurrence: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.networkDiagram",
    title: "Network Diagram",
    guidance:
      "Show trust boundaries, entry points, environments and where customer data rests. Leave out host names and addresses. Reviewers want the segmentation, not the inventory.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Reports.dataFlowDiagram",
    title: "Data Flow Diagram",
    guidance:
      "Trace customer data from collection to deletion, with encryption and subprocessors marked at every hop.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Reports.architectureDiagram",
    title: "Architecture Diagram",
    guidance:
      "A one-page view of components, tenancy model, cloud regions and external services. Date it, because reviewers distrust undated diagrams.",
    files: true,
    expiry: true,
  },
  {
    uid: "Reports.securityWhitepaper",
    title: "Security Whitepaper",
    guidance:
      "An overview that answers the twenty questions everyone asks. A good one shortens most reviews to a single call.",
    files: true,
    link: true,
    expiry: true,
  },
  {
    uid: "Reports.bcdrTestReport",
    title: "BC/DR Test Report",
    guidance:
      "Summarize the last exercise: scenario, date, recovery time and recovery point achieved against target, and what you changed afterwards.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Reports.hipaaReport",
    title: "HIPAA Assessment Report",
    guidance:
      "There is no official HIPAA certificate, so share the independent assessment of the Security, Privacy and Breach Notification Rules with its date and scope.",
    files: true,
    recurrence: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.hitrustLetter",
    title: "HITRUST Validated Report",
    guidance:
      "Provide the HITRUST letter of certification and name the assessment type, the CSF version and the systems in scope.",
    types: ["e1", "i1", "r2"],
    files: true,
    recurrence: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.c5Report",
    title: "C5 Report",
    guidance:
      "The BSI C5 attestation report, asked for by German public bodies and health customers. Include the section on surrounding parameters, such as jurisdiction and data location.",
    types: ["Type 1", "Type 2"],
    files: true,
    recurrence: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.accessibilityReport",
    title: "Accessibility Conformance Report",
    guidance:
      "A completed VPAT with the edition, the product version tested and honest “partially supports” answers. Public buyers often can’t proceed without one.",
    files: true,
    link: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Reports.riskAssessmentReport",
    title: "Risk Assessment Report",
    guidance:
      "A summary of the latest company-wide assessment: method, date, number of risks per level and who accepted what remains.",
    files: true,
    recurrence: true,
    expiry: true,
  },
  {
    uid: "Reports.codeReviewReport",
    title: "Code Review Report",
    guidance:
      "The summary of an independent source code review, with commit or version, method and the state of the findings.",
    files: true,
    recurrence: true,
    auditor: true,
    expiry: true,
  },
  {
    uid: "Reports.cloudSecurityReport",
    title: "Cloud Configuration Report",
    guidance:
      "A benchmark result, such as CIS for your cloud provider, with the score, the date and an explanation for each accepted deviation.",
    files: true,
    recurrence: true,
    expiry: true,
  },
];
