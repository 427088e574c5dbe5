/** Globex Health's documents. */

const PHI = "Confidential: for covered entities and their assessors";

/** @type {import("./library.mjs").DocumentSource[]} */
export const globex = [
  {
    uid: "hipaa-assessment",
    name: "Globex Care HIPAA Assessment 2026.pdf",
    type: "Other",
    expiresOn: "in 238d",
    createdAt: "127d ago",
    issuer: "fairhaven",
    title: "HIPAA Security Assessment",
    subtitle: "Globex Care by Globex Health, Inc.: Security, Privacy and Breach Notification Rules",
    classification: PHI,
    issued: "2026-07-16",
    meta: [
      ["Business associate", "Globex Health, Inc."],
      ["Service", "Globex Care"],
      ["As of", "June 30, 2026"],
      ["Result", "18 of 18 standards met"],
      ["Reference", "FA-26-2207"],
      ["Issued", "July 16, 2026"],
    ],
    body: `
# Conclusion
> Globex Health has implemented the administrative, physical and technical safeguards that 45 CFR 164.302 to 164.318 require of a business associate. All **18 standards** of the Security Rule are met. Two addressable specifications are implemented in another way, with the reasons on record.

There is no government certificate for HIPAA. This is the conclusion of an independent firm, based on the procedures below.

!sign Lenora Whitcombe ; Engagement principal, Fairhaven Assurance, PLLC ; July 16, 2026

# Security Rule
|= 1.5 2.8 1 1.2
| Citation | Standard | Specifications | Result |
| 164.308(a)(1) | Security management process | 4 | [ok] Met |
| 164.308(a)(2) | Assigned security responsibility | - | [ok] Met |
| 164.308(a)(3) | Workforce security | 3 | [ok] Met |
| 164.308(a)(4) | Information access management | 2 | [ok] Met |
| 164.308(a)(5) | Security awareness and training | 4 | [ok] Met |
| 164.308(a)(6) | Security incident procedures | 1 | [ok] Met |
| 164.308(a)(7) | Contingency plan | 5 | [ok] Met |
| 164.308(a)(8) | Evaluation | - | [ok] Met |
| 164.308(b)(1) | Business associate contracts | 1 | [ok] Met |
| 164.310(a)(1) | Facility access controls | 4 | [info] Met, alternative |
| 164.310(b) | Workstation use | - | [ok] Met |
| 164.310(c) | Workstation security | - | [ok] Met |
| 164.310(d)(1) | Device and media controls | 4 | [info] Met, alternative |
| 164.312(a)(1) | Access control | 4 | [ok] Met |
| 164.312(b) | Audit controls | - | [ok] Met |
| 164.312(c)(1) | Integrity | 1 | [ok] Met |
| 164.312(d) | Person or entity authentication | - | [ok] Met |
| 164.312(e)(1) | Transmission security | 2 | [ok] Met |

# Alternatives to addressable specifications
- **Maintenance records, 164.310(a)(2)(iv).** Globex Health has no facility that holds protected health information. It reviews the records of Cirrane Health Cloud each year instead of keeping its own.
- **Data backup before movement, 164.310(d)(2)(iv).** Equipment that holds protected health information is never moved. Hosts are rebuilt from backups that are 15 minutes old at most.

# Privacy and Breach Notification Rules
|= 2.4 3
| Duty of a business associate | Evidence |
| Uses and disclosures as the agreement permits, 164.502(a)(3) | Inspected 25 disclosures and their agreements |
| Minimum necessary, 164.502(b) | Re-performed views of nine roles |
| Subcontractors bound, 164.502(e) | Agreements with all six subcontractors |
| Help with access and amendment, 164.524, 164.526 | 14 requests, answered in 6 days on average |
| Notice of breaches, 164.410 | Exercise of March 11, 2026: covered entity told after 21 hours |

# Procedures
Interviews with 17 people, inspection of 96 documents, observation at the offices in Chicago and Madison, samples of joiners, leavers, changes, access reviews and incidents from complete populations.
`,
  },
  {
    uid: "hitrust-letter",
    name: "Globex Care HITRUST r2 Certification Letter.pdf",
    type: "Other",
    expiresOn: "in 666d",
    createdAt: "64d ago",
    issuer: "fairhaven",
    title: "HITRUST r2 Certification Letter",
    subtitle: "Globex Health, Inc.: Globex Care and the offices in Chicago and Madison",
    classification: PHI,
    issued: "2026-09-17",
    meta: [
      ["Organization", "Globex Health, Inc."],
      ["Assessment", "r2 validated, CSF v11"],
      ["Assessor", "Fairhaven Assurance, PLLC"],
      ["Certified", "September 17, 2026"],
      ["Valid until", "September 16, 2028"],
      ["Interim assessment", "By September 2027"],
    ],
    body: `
#- Letter
To whom it may concern,

Fairhaven Assurance has validated the assessment of Globex Care at Globex Health, Inc., against the requirements of the CSF, version 11, and the regulatory factor HIPAA. Every domain reached the score that certification needs. The certification lasts two years, provided that an interim assessment is passed after one year and no breach of certified systems goes unreported.

> This letter states the result of a fictional assessment. It bears no mark of any certification program.

!sign Lenora Whitcombe ; Engagement principal, Fairhaven Assurance, PLLC ; September 17, 2026

#- Scope
|= 1.4 3.6
| Subject | Covered |
| Service | Globex Care: portal, patient app, interfaces, medication reminder |
| Offices | Chicago, Illinois; Madison, Wisconsin |
| Hosting | Cirrane Health Cloud, Iowa and Oregon (inherited controls) |
| Requirements | 312, of which 88 inherited in whole or in part |

#- Scores of the domains
Out of 100. Certification needs 62 in each.

|= 0.4 2.6 0.7 0.4 2.6 0.7
| No. | Domain | Score | No. | Domain | Score |
| 1 | Information protection program | 88 | 11 | Access control | 91 |
| 2 | Endpoint protection | 90 | 12 | Audit logging and monitoring | 89 |
| 3 | Portable media security | 94 | 13 | Education and training | 93 |
| 4 | Mobile device security | 85 | 14 | Third-party assurance | 78 |
| 5 | Wireless security | 87 | 15 | Incident management | 86 |
| 6 | Configuration management | 82 | 16 | Continuity and recovery | 84 |
| 7 | Vulnerability management | 80 | 17 | Risk management | 83 |
| 8 | Network protection | 88 | 18 | Physical security | 90 |
| 9 | Transmission protection | 95 | 19 | Data protection and privacy | 92 |
| 10 | Password management | 91 | | | |

#- Corrective action plans
Two requirements below 62 on their own have a plan. Automated review of firewall rules (domain 8) is due in December 2026. Yearly evidence from subcontractors of the second tier (domain 14) is due in February 2027.
`,
  },
  {
    uid: "iso-13485-certificate",
    name: "Globex Health ISO 13485 Certificate.pdf",
    type: "ISO certificate",
    expiresOn: "in 515d",
    createdAt: "127d ago",
    issuer: "nordkap",
    title: "Certificate NK-MD-10311",
    subtitle: "ISO 13485:2016, Globex Health, Inc.",
    classification: "Public",
    issued: "2025-04-19",
    certificate: {
      holder: "Globex Health, Inc.",
      holderAddress: "210 Prairie Walk, Suite 1800, Chicago, IL 60601, United States",
      standard: "ISO 13485:2016",
      standardTitle: "Medical devices: quality management systems for regulatory purposes",
      scope:
        "Design, development, distribution and support of the medication reminder of Globex Care, software as a medical device of class I.",
    },
    meta: [
      ["Certificate number", "NK-MD-10311"],
      ["First certified", "19 April 2022"],
      ["Issued", "19 April 2025"],
      ["Valid until", "18 April 2028"],
      ["Lead auditor", "Ragnhild Moe"],
      ["Verify at", "nordkap-certification.example"],
    ],
    body: `
# Sites
|= 1.2 3 2
| Site | Address | Activities |
| Chicago | 210 Prairie Walk, Suite 1800, Chicago, IL 60601 | Management, regulatory affairs, support |
| Madison | 14 Mill Race, Madison, WI 53703 | Design, development, verification |

# Exclusions
|= 1 2 3
| Clause | Subject | Reason |
| 6.4.2 | Contamination control | Software has no surface |
| 7.5.2 | Cleanliness of product | As above |
| 7.5.3 | Installation | Delivered as a service |
| 7.5.5 | Sterile devices | Not a sterile device |
| 7.5.9.2 | Implantable devices | Not implantable |

# Audit cycle
|= 2 1.4 2.6
| Audit | Date | Result |
| Re-certification | March 2025 | [ok] One minor nonconformity, closed |
| First surveillance | March 2026 | [ok] No nonconformities |
| Second surveillance | by March 2027 | [info] Planned |
`,
  },
  {
    uid: "soc2-type2",
    name: "Globex Care SOC 2 Type II Report 2026.pdf",
    type: "SOC 2 report",
    expiresOn: "in 190d",
    createdAt: "127d ago",
    issuer: "fairhaven",
    title: "SOC 2 Type II Report",
    subtitle:
      "Globex Care by Globex Health, Inc.: security, availability, confidentiality and privacy",
    classification: PHI,
    issued: "2026-07-16",
    meta: [
      ["Service organization", "Globex Health, Inc."],
      ["Period", "June 1, 2025 to May 31, 2026"],
      ["Criteria", "S, A, C, P; mapped to HIPAA"],
      ["Opinion", "Unqualified"],
      ["Reference", "FA-26-2188"],
      ["Issued", "July 16, 2026"],
    ],
    body: `
!figures 131 controls tested ; 129 without exception ; 2 exceptions ; 0 qualifications

# Independent service auditor's report
We have examined the description of the Globex Care system throughout the period June 1, 2025 to May 31, 2026. We have also examined the suitability of the design and the operating effectiveness of its controls. Our basis is the trust services criteria for security, availability, confidentiality and privacy. Cirrane Health Cloud, which hosts the system, is carved out.

> In our opinion, in all material respects, the description presents the system, and its controls were suitably designed and operated effectively throughout the period.

!sign Fairhaven Assurance, PLLC ; Columbus, Ohio ; July 16, 2026

# The system
Globex Care helps hospitals, clinics and home-care teams coordinate the care of about 1.9 million patients in 31 states. Protected health information stays in the United States, and so does all access to it.

|= 1.3 3.6
| Component | Description |
| Infrastructure | Cirrane Health Cloud, Iowa, dedicated database hosts, standby in Oregon |
| Software | Clinician portal, patient app, FHIR R4 and HL7 v2 interfaces, medication reminder |
| People | 212 workforce members in Chicago and Madison and at home |
| Data | Protected health information, audit records for six years |

# Exceptions and management's answers
|= 0.8 2.8 2.8 1.2
| Criterion | Exception | Answer | State |
| CC6.2 | 1 of 25 terminated users kept access to a reporting tool for 9 hours. The target is four. | Tool moved behind single sign-on | [ok] Closed |
| P6.1 | 2 of 30 disclosure records lacked the purpose, which was found in the ticket | Field made mandatory | [ok] Closed |

# Mapping to the HIPAA Security Rule
|= 1.6 2.6 1.6
| Citation | Criteria | Controls |
| 164.308(a)(1) | CC3.1 to CC3.4, CC5.1 | 11 |
| 164.308(a)(3), (4) | CC6.1 to CC6.3 | 16 |
| 164.308(a)(5) | CC1.4, CC2.2 | 7 |
| 164.308(a)(6) | CC7.3 to CC7.5 | 9 |
| 164.308(a)(7) | A1.1 to A1.3 | 8 |
| 164.310 | CC6.4, CC6.5 | 6 |
| 164.312(a), (d) | CC6.1, CC6.6 | 14 |
| 164.312(b), (c) | CC7.1, CC7.2, PI1 not in scope | 10 |
| 164.312(e) | CC6.7 | 5 |
`,
  },
  {
    uid: "pentest-2026",
    name: "Globex Care Penetration Test 2026.pdf",
    type: "Penetration test",
    expiresOn: "in 151d",
    createdAt: "214d ago",
    issuer: "redfern",
    title: "Penetration Test: Globex Care",
    subtitle:
      "Clinician portal, patient app and FHIR API. Summary report for customers of Globex Health, Inc.",
    classification: PHI,
    issued: "2026-04-20",
    meta: [
      ["Client", "Globex Health, Inc."],
      ["Target", "Globex Care 12.3"],
      ["Dates", "March 16 to April 3, 2026"],
      ["Effort", "22 person-days, 3 testers"],
      ["Reference", "RF-26-083"],
      ["Report", "April 20, 2026, version 1.1"],
    ],
    body: `
# Result
Patients' records were well protected against outsiders and against users of other organizations. The finding of high severity concerned users of the same organization and was closed nine days after our notice.

!bars Critical 0 ; High 1 ; Medium 2 ; Low 5

# Findings
|= 0.8 3.4 1.1 1.2
| No. | Finding | Severity | State |
| G-01 | A FHIR search with a chained parameter returned behavioral health notes to roles without the separate grant | [bad] High | [ok] Closed, 9 days |
| G-02 | Break-the-glass could be repeated without a new reason within the hour | [warn] Medium | [ok] Closed |
| G-03 | Patient app kept the last message preview in the notification store | [warn] Medium | [ok] Closed |
| G-04 | Consent history could be paged beyond the time frame chosen | [info] Low | [ok] Closed |
| G-05 | Appointment links stayed valid after the appointment | [info] Low | [ok] Closed |
| G-06 | Session not ended on change of password in a second browser | [info] Low | [ok] Closed |
| G-07 | Verbose error in the HL7 v2 interface | [info] Low | [ok] Closed |
| G-08 | Missing limit on image thumbnails | [info] Low | [ok] Closed |

## G-01 in detail
Filters for sensitive notes were applied to direct reads and to simple searches, not to chained ones. Any use would have been in the access log. Globex Health examined 14 months of it and found none. The filter was moved into the data layer, where it covers every path, and a test with all 212 search parameters was added.

# Scope and method
|= 1.6 3.4
| Target | Detail |
| Clinician portal | Nine roles, single sign-on, break-the-glass, prescribing without transmission |
| Patient app | iOS and Android, OWASP MASVS 2, level L1 |
| FHIR API | R4, SMART on FHIR scopes, bulk export |
| Data | Synthetic patients only. No protected health information was used. |

Gray-box. Findings are rated with CVSS 4.0, adjusted for clinical context together with a nurse who works for the client.
`,
  },
  {
    uid: "baa-template",
    name: "Globex Health Business Associate Agreement Template.docx",
    type: "Legal",
    accessType: "view-and-download",
    createdAt: "176d ago",
    issuer: "globex",
    format: "docx",
    title: "Business Associate Agreement",
    subtitle: "Template, following the sample provisions of HHS",
    classification: PHI,
    issued: "2026-05-28",
    meta: [
      [
        "Business associate",
        "Globex Health, Inc., 210 Prairie Walk, Suite 1800, Chicago, IL 60601",
      ],
      ["Covered entity", "[Customer]"],
      ["Version", "5.0 of May 28, 2026"],
      ["Redlines", "Answered within five business days"],
    ],
    body: `
# Definitions
Terms that are used but not defined have the meaning of the HIPAA Rules at 45 CFR Parts 160 and 164. "Business Associate" means Globex Health, Inc. "Covered Entity" means the customer named above.

# Obligations of the Business Associate
1. Not use or disclose protected health information other than as permitted by this agreement or as required by law.
2. Use appropriate safeguards, and comply with Subpart C of 45 CFR Part 164.
3. Report to the Covered Entity any use or disclosure not provided for, any security incident and any breach of unsecured protected health information, **within 48 hours** after discovery. Send a four-factor risk assessment as soon as it is complete.
4. Bind subcontractors in writing to the same restrictions.
5. Make protected health information available for access within 15 days, and for amendment and accounting as the rules require.
6. Make internal practices, books and records available to the Secretary.

# Permitted uses and disclosures
|= 2 3.2
| Purpose | Condition |
| Services of the main agreement | Minimum necessary |
| Management and legal duties of the Business Associate | Required by law, or with written assurances |
| Data aggregation for health care operations | On request of the Covered Entity |
| De-identification, 164.514(b)(1) | Only with the Covered Entity's written consent |

The Business Associate doesn't sell protected health information and doesn't use it for marketing.

# Safeguards
- Encryption at rest with AES-256 in FIPS 140-3 validated modules, in transit with TLS 1.2 or 1.3.
- Each view of a record is logged and kept for six years.
- Protected health information is stored and accessed in the United States only.
- Backups every 15 minutes to a second state, immutable for 30 days.

# Obligations of the Covered Entity
The Covered Entity informs the Business Associate of limitations in its notice of privacy practices and of changes in permissions by individuals. It also informs it of restrictions that it agreed to, as far as they affect the service.

# Term and termination
This agreement lasts as long as the main agreement. Either party may terminate for a material breach that is not cured within 30 days. At the end, the Business Associate returns or destroys all protected health information within 30 days and confirms it in writing. Where that is infeasible, it extends the protections of this agreement.

# Miscellaneous
A reference to a section of the HIPAA Rules means the section as amended. Ambiguities are resolved so that the parties comply with the HIPAA Rules. Individuals are not beneficiaries of this agreement.

#- Signatures
!sign Marisol Vega ; Privacy officer, Globex Health, Inc. ; [Date]
!sign [Name] ; [Title], [Covered Entity] ; [Date]
`,
  },
  {
    uid: "policy-information-security",
    name: "Globex Health Information Security Policy.pdf",
    type: "Policy",
    expiresOn: "in 143d",
    createdAt: "222d ago",
    issuer: "globex",
    title: "Information Security Policy",
    subtitle: "Administrative, physical and technical safeguards",
    classification: PHI,
    issued: "2026-04-12",
    meta: [
      ["Policy", "ISP-100"],
      ["Version", "6.1"],
      ["Security officer", "Curtis Hallam"],
      ["Approved by", "Compliance committee of the board"],
      ["In force since", "April 12, 2026"],
      ["Review", "By April 2027"],
    ],
    body: `
# Purpose and scope
This policy protects the confidentiality, integrity and availability of electronic protected health information that Globex Health creates, receives, maintains or transmits. It applies to the whole workforce, volunteers and contractors included, at the offices in Chicago and Madison and at home.

> Behind each record is a person who didn't choose us. We look at nothing that the task doesn't need.

# Responsibilities
|= 1.6 3.6
| Role | Duty |
| Security officer | Curtis Hallam: develops and enforces this policy, 164.308(a)(2) |
| Privacy officer | Marisol Vega: uses, disclosures, individuals' rights |
| Compliance committee | Approves policies, reviews risks and incidents each quarter |
| Managers | Grant and review access of their teams |
| Workforce | Follow, report within one hour, never retaliate |

# Administrative safeguards
- **Risk analysis** every year and on change, followed by a plan with owners and dates, 164.308(a)(1).
- **Workforce**: screened, trained before the first access and each year. Sanctions are graded and documented.
- **Termination**: access ends within four hours, at once when it is for cause.
- **Incidents**: security officer on call. Covered entities are told within 48 hours after discovery.
- **Contingency**: backups every 15 minutes to a second state, a restore each month, a failover twice a year.

# Physical safeguards
No protected health information is kept in offices. Workstations lock after five minutes, show nothing to passers-by and have encrypted disks. Media are not used. Storage devices are blocked.

# Technical safeguards
|= 1.8 3.4
| Subject | Rule |
| Authentication | Security keys for everyone, step-up for prescribing controlled substances |
| Access | By role and minimum necessary, with separate grants for behavioral and reproductive health notes |
| Support | Screens hide patient data. Lifting the mask needs the customer's consent in the ticket. |
| Emergency | Break-the-glass for 60 minutes, with a reason, reviewed the next day |
| Audit | Every view logged, scored and kept for six years |
| Encryption | AES-256 in FIPS 140-3 validated modules, TLS 1.2 or 1.3 |
| Integrity | Checksums, signed messages on interfaces |
| Testing | Synthetic patients only |

# Place
Protected health information is stored, processed and viewed in the United States only. Devices outside of the country can't sign in.

# Documents and review
Policies, risk analyses and decisions are kept for six years, 164.316(b). This policy is reviewed each year and after each significant incident.

|= 0.8 1.6 3.4
| Version | Date | Change |
| 6.1 | April 12, 2026 | Reproductive health notes, security keys for all |
| 6.0 | April 9, 2025 | Alignment with CSF v11 |
| 5.0 | April 15, 2024 | Home workplaces |
`,
  },
  {
    uid: "care-architecture",
    name: "Globex Care Architecture.png",
    type: "Architecture diagram",
    createdAt: "214d ago",
    format: "png",
    diagram: "care",
  },
];
