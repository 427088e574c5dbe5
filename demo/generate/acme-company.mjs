/** Acme Cloud: insurance, sustainability, accessibility, the company itself. */

/** @type {import("./library.mjs").DocumentSource[]} */
export const company = [
  {
    uid: "insurance-cyber-2026",
    name: "Acme Cloud Cyber Insurance Certificate 2026.pdf",
    type: "Insurance",
    accessType: "view-only",
    expiresOn: "in 224d",
    createdAt: "141d ago",
    issuer: "harbourline",
    title: "Certificate of Cyber Insurance",
    subtitle: "Acme Cloud GmbH and affiliates",
    classification: "Confidential: for contract partners",
    issued: "2026-07-02",
    meta: [
      ["Policyholder", "Acme Cloud GmbH"],
      ["Policy", "HM-CY-4471-08"],
      ["Period", "1 July 2026 to 1 July 2027"],
      ["Limit", "EUR 20,000,000 per event"],
      ["Territory", "Worldwide"],
      ["Issued", "2 July 2026"],
    ],
    body: `
#- Confirmation of cover
We confirm that the policyholder named on the cover has insurance with us on the terms below. This certificate informs its holder. It neither changes nor extends the policy.

!figures EUR_20m per event ; EUR_40m per year ; EUR_50k retention

|= 2.6 1.6 1.4
| Cover | Limit per event | Retention |
| Incident response: forensics, legal, communication | EUR 20,000,000 | EUR 25,000 |
| Restoration of data and systems | EUR 20,000,000 | EUR 50,000 |
| Loss of income after an outage | EUR 15,000,000 | 8 hours |
| Extortion | EUR 5,000,000 | EUR 50,000 |
| Liability for breaches of data and confidentiality | EUR 20,000,000 | EUR 50,000 |
| Proceedings of authorities, where insurable | EUR 10,000,000 | EUR 50,000 |
| Failure of a hosting provider | EUR 10,000,000 | 12 hours |

#- Insured companies
- Acme Cloud GmbH, Berlin
- Acme Cloud, Inc., Austin
- Acme Cloud Pacific Pty Ltd, Melbourne

#- Conditions that matter to partners
- The insurer gives 30 days' notice of cancellation to the policyholder, who informs contract partners where the contract says so.
- War and state attacks on critical infrastructure are excluded, with the carve-back for bystanding assets.
- Multi-factor authentication, tested backups and an incident plan are conditions of the policy. They were verified on 9 June 2026.

!sign Wiebke Harms ; Underwriting, Harbourline Mutual ; 2 July 2026
`,
  },
  {
    uid: "insurance-liability-2026",
    name: "Acme Cloud Liability Insurance Certificate 2026.pdf",
    type: "Insurance",
    expiresOn: "in 224d",
    createdAt: "141d ago",
    issuer: "harbourline",
    title: "Certificate of Professional and General Liability Insurance",
    subtitle: "Acme Cloud GmbH and affiliates",
    classification: "Confidential: for contract partners",
    issued: "2026-07-02",
    meta: [
      ["Policyholder", "Acme Cloud GmbH"],
      ["Policy", "HM-PL-2093-11"],
      ["Period", "1 July 2026 to 1 July 2027"],
      ["Limits", "EUR 10,000,000 each"],
      ["Territory", "Worldwide"],
      ["Issued", "2 July 2026"],
    ],
    body: `
#- Confirmation of cover
We confirm that the policyholder named on the cover has insurance with us on the terms below. This certificate informs its holder. It neither changes nor extends the policy.

|= 2.6 1.6 1.6
| Cover | Limit per event | Limit per year |
| Professional liability: errors in services and software | EUR 10,000,000 | EUR 20,000,000 |
| General liability: injury and damage to property | EUR 10,000,000 | EUR 20,000,000 |
| Infringement of rights of others | EUR 5,000,000 | EUR 10,000,000 |
| Damage to rented premises | EUR 2,000,000 | EUR 4,000,000 |

The retention is EUR 25,000 for professional liability and EUR 1,000 for general liability.

#- Insured companies
- Acme Cloud GmbH, Berlin
- Acme Cloud, Inc., Austin
- Acme Cloud Pacific Pty Ltd, Melbourne

#- Notes
- Cover is on a claims-made basis for professional liability, with a retroactive date of 1 March 2016 and an extended reporting period of five years.
- Contract partners are covered as additional insured under general liability where a written contract asks for it.

!sign Wiebke Harms ; Underwriting, Harbourline Mutual ; 2 July 2026
`,
  },
  {
    uid: "esg-report-2025",
    name: "Acme Cloud ESG Report 2025.pdf",
    type: "Other",
    createdAt: "200d ago",
    issuer: "acme",
    title: "ESG Report 2025",
    subtitle: "Environment, people and governance in our third reported year",
    classification: "Public",
    issued: "2026-05-04",
    meta: [
      ["Reporting period", "Calendar year 2025"],
      ["Standard", "VSME, comprehensive module"],
      ["Assurance", "Limited, Meridian Assurance LLP"],
      ["Published", "4 May 2026"],
    ],
    body: `
!contents

!figures 2,310_t CO₂e in 2025 ; −17% against 2024 ; 38% women among staff ; 1.8% pay gap

# Environment
## Emissions
|= 2.4 1.2 1.2 1.2
| Scope | 2024, t CO₂e | 2025, t CO₂e | Change |
| 1, heating and one van | 46 | 41 | −11% |
| 2, electricity, market-based | 131 | 88 | −33% |
| 3, hosting | 1,204 | 938 | −22% |
| 3, purchased goods and services | 781 | 724 | −7% |
| 3, travel and commuting | 621 | 519 | −16% |
| Total | 2,783 | 2,310 | −17% |

The largest single measure was moving batch work to hours and regions with clean electricity: 19 percent less for the same work.

## Targets
We submitted targets to the Science Based Targets initiative, all against 2023. They are 50 percent less in scopes 1 and 2 by 2030, 42 percent less in scope 3, and net zero by 2040. Validation is under way. We don't claim neutrality by offsets.

## Resources
Laptops are used for five years on average, then refurbished: 212 of 240 retired devices went to schools and associations. The Berlin office runs on certified renewable electricity.

# People
!bars Staff, women 38% ; Managers, women 41% ; Board, women 40% ; Engineers, women 29%

- 640 people of 52 nationalities, 94 percent on permanent contracts.
- The pay gap, audited each year, is 1.8 percent after adjustment for role and place.
- 21 hours of training per person. Everyone has one paid day a year for volunteering, and 61 percent used it.
- Rate of accidents: none that caused an absence.

# Governance
|= 2.6 2.6
| Subject | 2025 |
| Code of conduct signed | 100% of staff |
| Training against bribery, sales and purchasing | 100% |
| Gifts declared above 40 euros | 17, two returned |
| Reports to the external ombudsperson | 3, all closed, one led to measures |
| Suppliers that accepted our code | 94% of spending |
| Requests for data by authorities | 3, none answered with content |

# Method and assurance
Emissions follow the GHG Protocol. Hosting is measured from providers' data, travel by distance, goods by spending. Meridian Assurance LLP gave limited assurance on the figures of the first two chapters.

> Nothing came to our attention that causes us to believe that the figures are not prepared, in all material respects, in accordance with the criteria. Meridian Assurance LLP, 28 April 2026.
`,
  },
  {
    uid: "modern-slavery-statement",
    name: "Acme Cloud Modern Slavery Statement.pdf",
    type: "Legal",
    createdAt: "200d ago",
    issuer: "acme",
    title: "Modern Slavery Statement",
    subtitle:
      "Under the UK Modern Slavery Act 2015 and the German Supply Chain Act, for the year 2025",
    classification: "Public",
    issued: "2026-05-04",
    meta: [
      ["Companies", "Acme Cloud GmbH and affiliates"],
      ["Year", "2025"],
      ["Approved by", "Management board"],
      ["Published", "4 May 2026"],
    ],
    body: `
# Who we are
Acme Cloud offers cloud services from Berlin, Austin and Melbourne with 640 staff. Our work is done by skilled people under contracts of employment. The risk of forced labor within the company is low. It lies in what we buy.

# What we buy
|= 2.2 1 1.2 2.6
| Category | Spending | Risk | Measure |
| Hosting and networks | 46% | [info] Low | Reports and codes of providers reviewed each year |
| Software and services | 31% | [info] Low | Code of conduct in contracts |
| Hardware | 6% | [warn] Raised | Two makers with published audits of their supply chains, and five years of use |
| Cleaning, catering, events | 5% | [warn] Raised | Minimum wage evidence, and interviews by the ombudsperson |
| Other | 12% | [info] Low | Code of conduct |

# What we did in 2025
- 94 percent of spending is now with suppliers that accepted our code of conduct, up from 88 percent the year before.
- We interviewed 22 people who clean and cook in our offices, in their languages and without their employers. One complaint about unpaid travel time was upheld and paid.
- 71 people in purchasing and management took the training.
- The external ombudsperson also takes reports from suppliers' staff. None concerned forced or child labor.

# What we plan for 2026
1. Interviews in Austin and Melbourne.
2. Country of origin for batteries, with the makers of our laptops.
3. The same questions in the assessment of tier 2 suppliers.

This statement was approved by the management board on 27 April 2026.

!sign Johanna Reuter ; Chief executive, Acme Cloud GmbH ; 27 April 2026
`,
  },
  {
    uid: "vpat-2026",
    name: "Acme Platform Accessibility Conformance Report VPAT 2026.pdf",
    type: "Other",
    createdAt: "140d ago",
    issuer: "acme",
    title: "Accessibility Conformance Report",
    subtitle: "Acme Platform 26.6, based on VPAT 2.5 INT: WCAG 2.2, EN 301 549 and Section 508",
    classification: "Public",
    issued: "2026-07-03",
    meta: [
      ["Product", "Acme Platform 26.6, web"],
      ["Level", "A and AA"],
      ["Tested", "8 to 26 June 2026"],
      ["Contact", "accessibility@acme.example"],
      ["Issued", "3 July 2026"],
      ["Next edition", "July 2027"],
    ],
    body: `
# How it was tested
Two specialists, one of them blind, tested the 24 most used views. They used NVDA 2026.1 with Firefox, JAWS 2026 with Chrome, and VoiceOver with Safari. They also tested with the keyboard only, at 400 percent zoom and in forced colors. Automatic rules run on every build.

!figures 55 criteria of WCAG 2.2 A and AA ; 48 supported ; 2 in part ; 5 not applicable

# WCAG 2.2: levels A and AA
The table lists criteria with remarks. All others are supported.

|= 1.9 1.5 3.6
| Criterion | Conformance | Remarks |
| 1.1.1 Non-text content | [ok] Supports | Previews of documents have a text alternative |
| 1.2.1 to 1.2.5 Time-based media | [info] Not applicable | No audio or video in the product |
| 1.3.1 Info and relationships | [warn] In part | Workflow designer: lanes are not announced as groups. The list view of the same workflow is. |
| 1.4.3 Contrast | [ok] Supports | 4.5:1 at least, also in the dark theme |
| 1.4.10 Reflow | [ok] Supports | Tables scroll in their own area |
| 2.1.1 Keyboard | [warn] In part | Workflow designer: connecting steps needs the list view |
| 2.4.11 Focus not obscured | [ok] Supports | Sticky bars leave room |
| 2.5.7 Dragging movements | [ok] Supports | Buttons for each move |
| 2.5.8 Target size | [ok] Supports | 24 by 24 pixels at least |
| 3.2.6 Consistent help | [ok] Supports | Same place on each view |
| 3.3.7 Redundant entry | [ok] Supports | |
| 3.3.8 Accessible authentication | [ok] Supports | Paste and password managers work, no puzzles |
| 4.1.3 Status messages | [ok] Supports | |

# EN 301 549 and Section 508
|= 2.4 1.5 3
| Chapter | Conformance | Remarks |
| 5 Generic requirements | [ok] Supports | |
| 9 Web | [warn] In part | As in WCAG 2.2 |
| 10 Non-web documents | [ok] Supports | Exports are tagged PDF |
| 11 Software | [info] Not applicable | Apps have reports of their own |
| 12 Documentation and support | [ok] Supports | Support by email, chat and telephone relay |
| 302 Functional performance (508) | [ok] Supports | Without vision: list view of workflows |

# What comes next
The designer gets groups and keyboard connections with release 27.1, planned for March 2027.
`,
  },
  {
    uid: "company-factsheet",
    name: "Acme Cloud Company Factsheet.pdf",
    type: "Other",
    createdAt: "310d ago",
    issuer: "acme",
    title: "Company Factsheet",
    subtitle: "Legal entities, ownership, locations, key figures and contacts",
    classification: "Public",
    issued: "2026-01-14",
    meta: [
      ["Company", "Acme Cloud GmbH"],
      ["Founded", "1 March 2016"],
      ["Register", "Amtsgericht Charlottenburg, HRB 000000 B"],
      ["VAT", "DE000000000"],
      ["As of", "14 January 2026"],
      ["Contact", "trust@acme.example"],
    ],
    body: `
!figures 2016 founded ; 640 staff ; 2,100 organizations ; 41 countries

# Legal entities
|= 2 2.6 1.8
| Entity | Address | Task |
| Acme Cloud GmbH | Lindenhof 12, 10999 Berlin, Germany | Contract partner, development, operation |
| Acme Cloud, Inc. | 1907 Pecan Yard, Austin, TX 78702, United States | Support, on-call engineering |
| Acme Cloud Pacific Pty Ltd | 8 Tannery Lane, Melbourne VIC 3000, Australia | Support, on-call engineering |

# Ownership and management
Founders and staff hold 58 percent, two European funds 42 percent. No public body and no customer holds a share.

|= 2 3
| Name | Role |
| Johanna Reuter | Chief executive |
| Matteo Ferri | Chief technology officer |
| Ingrid Sommer | Chief information security officer |
| Clara Nwosu | General counsel |
| Dr. Helene Brandt | Data protection officer, external |

# Key figures
|= 2 1.2 1.2 1.2
| | 2023 | 2024 | 2025 |
| Revenue, EUR million | 68 | 81 | 97 |
| Staff at the end of the year | 510 | 581 | 640 |
| Customers | 1,540 | 1,820 | 2,100 |
| Equity ratio | 44% | 47% | 51% |

# Contacts
|= 2 3
| For | Write to |
| Documents, questionnaires | trust@acme.example |
| Weaknesses, incidents | security@acme.example |
| Personal data | dpo@acme.example |
| Contracts | legal@acme.example |
`,
  },
];
