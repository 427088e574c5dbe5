/** Acme Cloud: certificates, each one framed sheet and an annex. */

const SITES = `
# Sites
|= 1.2 3 2.4
| Site | Address | Activities |
| Berlin (head office) | Lindenhof 12, 10999 Berlin, Germany | Management, development, operation, support |
| Austin | 1907 Pecan Yard, Austin, TX 78702, United States | Support, on-call engineering |
| Melbourne | 8 Tannery Lane, Melbourne VIC 3000, Australia | Support, on-call engineering |
| Remote staff | 19 countries, under the remote work policy | All |
`;

const CYCLE = (first, second, third) => `
|= 2 1.4 2.6
| Audit | Date | Result |
${first}
${second}
${third}
`;

const HOLDER = {
  holder: "Acme Cloud GmbH",
  holderAddress: "Lindenhof 12, 10999 Berlin, Germany",
};

const PLATFORM_SCOPE =
  "Design, development, operation and support of Acme Platform and Acme Data Lake, from the offices in Berlin, Austin and Melbourne and by remote staff.";

function certificate({
  uid,
  name,
  standard,
  standardTitle,
  scope,
  number,
  first,
  issued,
  until,
  untilDate,
  expiresOn,
  createdAt,
  accessType,
  annex,
}) {
  return {
    uid,
    name,
    type: "ISO certificate",
    accessType,
    expiresOn,
    createdAt,
    issuer: "nordkap",
    title: `Certificate ${number}`,
    subtitle: `${standard}, Acme Cloud GmbH`,
    classification: "Public",
    issued: untilDate.issued,
    certificate: { ...HOLDER, standard, standardTitle, scope },
    meta: [
      ["Certificate number", number],
      ["First certified", first],
      ["Issued", issued],
      ["Valid until", until],
      ["Lead auditor", untilDate.auditor],
      ["Verify at", "nordkap-certification.example"],
    ],
    body: annex,
  };
}

const ISO_27001_AUDITS = CYCLE(
  "| Re-certification | May 2025 | [ok] Two minor nonconformities, closed |",
  "| First surveillance | September 2026 | [ok] Two minor nonconformities, closed, and five observations |",
  "| Second surveillance | by July 2027 | [info] Planned |",
);

/** @type {import("./library.mjs").DocumentSource[]} */
export const certificates = [
  certificate({
    uid: "iso-27001-certificate",
    name: "Acme Cloud ISO IEC 27001 Certificate.pdf",
    accessType: "view-and-download",
    standard: "ISO/IEC 27001:2022",
    standardTitle: "Information security management systems",
    scope: `${PLATFORM_SCOPE} In accordance with the statement of applicability, version 8.`,
    number: "NK-ISMS-20417",
    first: "26 July 2019",
    issued: "1 October 2026",
    until: "24 July 2028",
    untilDate: { issued: "2026-10-01", auditor: "Sunniva Eide" },
    expiresOn: "in 612d",
    createdAt: "48d ago",
    annex: `
${SITES}
# Statement of applicability
The certificate refers to version 8 of 9 September 2026: 91 of the 93 controls of Annex A apply. The exclusions, outsourced development (A.8.30) and a delivery area of an own data center (A.7.12, cabling), are justified: Acme Cloud develops with its own staff and runs no data center.

# Audit cycle
${ISO_27001_AUDITS}
The certificate remains valid until the date shown, provided that each surveillance audit is passed. It was reissued on 1 October 2026 to add the office in Melbourne.
`,
  }),
  certificate({
    uid: "iso-27017-certificate",
    name: "Acme Cloud ISO IEC 27017 Certificate.pdf",
    standard: "ISO/IEC 27017:2015",
    standardTitle: "Information security controls for cloud services",
    scope:
      "Design, development, operation and support of Acme Platform, from the offices in Berlin, Austin and Melbourne and by remote staff. Acme Cloud acts as a cloud service provider and as a customer of its hosting providers.",
    number: "NK-CLD-20418",
    first: "25 July 2022",
    issued: "1 October 2026",
    until: "24 July 2028",
    untilDate: { issued: "2026-10-01", auditor: "Sunniva Eide" },
    expiresOn: "in 612d",
    createdAt: "48d ago",
    annex: `
# Relation to ISO/IEC 27001
This certificate extends certificate NK-ISMS-20417 and is valid only together with it. Acme Data Lake joins its scope with the next surveillance audit.
${SITES}
# Cloud controls assessed
|= 1 3 1.2
| Control | Subject | Result |
| CLD.6.3.1 | Shared roles and responsibilities, published to customers | [ok] Conforms |
| CLD.8.1.5 | Return and removal of customers' assets at the end of a contract | [ok] Conforms |
| CLD.9.5.1 | Segregation of virtual environments | [ok] Conforms |
| CLD.9.5.2 | Hardening of virtual machines and images | [ok] Conforms |
| CLD.12.1.5 | Administrators' operational security | [ok] Conforms |
| CLD.12.4.5 | Customers' monitoring of the service | [ok] Conforms |
| CLD.13.1.4 | Alignment of virtual and physical networks | [ok] Conforms |

# Audit cycle
${ISO_27001_AUDITS}
`,
  }),
  certificate({
    uid: "iso-27018-certificate",
    name: "Acme Cloud ISO IEC 27018 Certificate.pdf",
    standard: "ISO/IEC 27018:2019",
    standardTitle: "Protection of personal data in public clouds acting as processors",
    scope: `${PLATFORM_SCOPE} As a processor of the personal data in customers' content.`,
    number: "NK-PII-20419",
    first: "25 July 2022",
    issued: "1 October 2026",
    until: "24 July 2028",
    untilDate: { issued: "2026-10-01", auditor: "Amund Lie" },
    expiresOn: "in 612d",
    createdAt: "48d ago",
    annex: `
# Relation to ISO/IEC 27001
This certificate extends certificate NK-ISMS-20417 and is valid only together with it.
${SITES}
# Privacy controls assessed
|= 1.2 3 1.2
| Principle | Evidence seen | Result |
| Purpose | Content is processed only on the customer's instructions, and not for advertising or for training models | [ok] Conforms |
| Openness | Public list of subprocessors, changes announced 30 days ahead | [ok] Conforms |
| Disclosure | Register of requests by authorities: three in 2025, none answered with content | [ok] Conforms |
| Return and erasure | Export at any time, erasure after 30 days, backups after another 35 | [ok] Conforms |
| Breach notice | Exercise of 3 June 2026: customers informed after 9 hours | [ok] Conforms |
| Location | Region chosen per workspace, enforced by policy in the deployment pipeline | [ok] Conforms |

# Audit cycle
${ISO_27001_AUDITS}
`,
  }),
  certificate({
    uid: "iso-27701-certificate",
    name: "Acme Cloud ISO IEC 27701 Certificate.pdf",
    accessType: "view-and-download",
    standard: "ISO/IEC 27701:2019",
    standardTitle: "Privacy information management, extension to ISO/IEC 27001",
    scope: `${PLATFORM_SCOPE} As processor for customers' content and as controller for account data.`,
    number: "NK-PIMS-20420",
    first: "25 July 2022",
    issued: "1 October 2026",
    until: "24 July 2028",
    untilDate: { issued: "2026-10-01", auditor: "Amund Lie" },
    expiresOn: "in 612d",
    createdAt: "48d ago",
    annex: `
# Roles
|= 1 2.6 2.2
| Role | Processing | Clauses |
| Processor | Documents, workflow data, search index and audit logs of customers | 6, 8 and Annex B, 18 of 18 controls |
| Controller | Account and billing data, support conversations, usage events, visitors of websites | 6, 7 and Annex A, 31 of 31 controls |
${SITES}
# Persons
Responsible for the system: Priya Raman, Director of Privacy. Data protection officer: Dr. Helene Brandt, dpo@acme.example.

# Audit cycle
${ISO_27001_AUDITS}
`,
  }),
  certificate({
    uid: "iso-22301-certificate",
    name: "Acme Cloud ISO 22301 Certificate.pdf",
    standard: "ISO 22301:2019",
    standardTitle: "Business continuity management systems",
    scope:
      "Business continuity management for the hosting of Acme Platform and Acme Data Lake, for customer support and for incident communication.",
    number: "NK-BCM-19077",
    first: "25 January 2022",
    issued: "25 January 2025",
    until: "24 January 2028",
    untilDate: { issued: "2025-01-25", auditor: "Ragnhild Moe" },
    expiresOn: "in 430d",
    createdAt: "131d ago",
    annex: `
${SITES}
# Continuity objectives at the time of the audit
|= 2.4 1.2 1.2 1.6
| Activity | Recovery time | Recovery point | Last exercise |
| Hosting, loss of a region | 8 hours | 1 hour | [ok] 5 h 12 min |
| Hosting, loss of a zone | 5 minutes | none | [ok] 84 seconds |
| Customer support, severity 1 | 30 minutes | none | [ok] 14 minutes |
| Incident communication | 60 minutes | none | [ok] 22 minutes |

# Audit cycle
${CYCLE("| Re-certification | December 2024 | [ok] No nonconformities |", "| First surveillance | June 2026 | [ok] No nonconformities, two opportunities for improvement |", "| Second surveillance | by January 2027 | [info] Planned |")}
`,
  }),
  certificate({
    uid: "iso-42001-certificate",
    name: "Acme Cloud ISO IEC 42001 Certificate.pdf",
    standard: "ISO/IEC 42001:2023",
    standardTitle: "Artificial intelligence management systems",
    scope:
      "Design and operation of Acme Assist, the assistant for summaries, form filling and questions within Acme Platform.",
    number: "NK-AIMS-00112",
    first: "29 April 2026",
    issued: "29 April 2026",
    until: "28 April 2029",
    untilDate: { issued: "2026-04-29", auditor: "Sunniva Eide" },
    expiresOn: "in 890d",
    createdAt: "74d ago",
    annex: `
# Role and boundaries
Acme Cloud acts as provider of Acme Assist and as deployer of models that Lumenstack Inference hosts in the workspace's jurisdiction. The training of third parties' models is outside the scope. Acme Cloud trains an embedding model of its own, without customer content.
${SITES}
# Controls
37 of the 38 controls of Annex A apply. The exclusion concerns the acquisition of data about people for training (A.7.3), which does not take place.

|= 1 3.2 1.2
| Control | Evidence seen | Result |
| A.2.2 | AI policy, approved by the management board on 12 January 2026 | [ok] Conforms |
| A.5.2 | Impact assessments of all 13 approved uses | [ok] Conforms |
| A.6.2.4 | Evaluation in eleven languages on 6,200 documents before each release | [ok] Conforms |
| A.8.2 | Labels on generated text, carried into exports | [ok] Conforms |
| A.9.2 | A person confirms before anything is sent, approved or deleted | [ok] Conforms |

# Audit cycle
${CYCLE("| Certification | March and April 2026 | [ok] One minor nonconformity, closed |", "| First surveillance | by April 2027 | [info] Planned |", "| Second surveillance | by April 2028 | [info] Planned |")}
`,
  }),
  {
    uid: "pci-aoc-2026",
    name: "Acme Cloud PCI DSS Attestation of Compliance 2026.pdf",
    type: "Other",
    expiresOn: "in 200d",
    createdAt: "165d ago",
    issuer: "meridian",
    title: "PCI DSS Attestation of Compliance",
    subtitle: "Acme Cloud GmbH: payment approval module of Acme Platform, service provider level 1",
    classification: "Confidential: for customers and acquirers",
    issued: "2026-06-08",
    meta: [
      ["Assessed entity", "Acme Cloud GmbH"],
      ["Standard", "PCI DSS 4.0.1"],
      ["Result", "Compliant"],
      ["Assessor", "Meridian Assurance LLP"],
      ["Date of report", "8 June 2026"],
      ["Valid until", "7 June 2027"],
    ],
    body: `
# Assessment
The assessment covers the payment approval module and the network, systems and people that can affect its security. Cardholder data is **transmitted** on behalf of customers to Clearmint Payments. It is never stored.

|= 1.6 3
| Subject | Description |
| Locations | Frankfurt, Dublin and Virginia, and the offices in Berlin and Austin |
| Connected entities | Clearmint Payments (level 1 service provider), Stratavault Cloud (level 1 service provider) |
| Sampling | 24 of 186 hosts, 18 of 121 administrators, all 9 firewalls |
| Vulnerability scans | Four passing quarterly scans by Palisade Scanning |
| Penetration tests | Redfern Offensive Security, June 2026. Segmentation is tested twice a year. |

# Summary by requirement
|= 0.5 3.4 1.3 1.6
| No. | Requirement | Result | Responsibility |
| 1 | Network security controls | [ok] In place | Acme Cloud |
| 2 | Secure configurations | [ok] In place | Acme Cloud |
| 3 | Protection of stored account data | [info] Not applicable | Nothing is stored |
| 4 | Strong cryptography in transmission | [ok] In place | Acme Cloud |
| 5 | Protection against malware | [ok] In place | Acme Cloud |
| 6 | Secure systems and software | [ok] In place | Acme Cloud |
| 7 | Access by business need | [ok] In place | Shared |
| 8 | Identification and authentication | [ok] In place | Shared |
| 9 | Physical access | [ok] In place | Hosting provider, offices Acme Cloud |
| 10 | Logging and monitoring | [ok] In place | Acme Cloud |
| 11 | Regular tests | [ok] In place | Acme Cloud |
| 12 | Policies and programs | [ok] In place | 12.4 to 12.6 shared |

# Responsibilities of customers
- Requirements 7 and 8: assign approval roles, require multi-factor authentication, review roles every six months.
- Requirement 12.8: name Acme Cloud as a service provider and keep this attestation.
- Paste or upload no card numbers into documents. The detector that redacts them is a safety net, not a control to rely on.

# Attestation
> Based on the results in the report on compliance dated 8 June 2026, Acme Cloud GmbH has demonstrated compliance with all applicable requirements of PCI DSS 4.0.1.

!sign Ingrid Sommer ; Chief Information Security Officer, Acme Cloud GmbH ; 8 June 2026
!sign Gareth Lowe ; Lead assessor, Meridian Assurance LLP ; 8 June 2026
`,
  },
];
