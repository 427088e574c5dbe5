/** Acme Cloud: contracts, as Word files that a counterparty can mark up. */

const base = {
  issuer: "acme",
  format: "docx",
  type: "Legal",
  createdAt: "195d ago",
  issued: "2026-05-08",
};

/** @type {import("./library.mjs").DocumentSource[]} */
export const legal = [
  {
    ...base,
    uid: "dpa-2026",
    name: "Acme Cloud Data Processing Agreement 2026.docx",
    accessType: "view-and-download",
    title: "Data Processing Agreement",
    subtitle: "Under Article 28 of the GDPR, with annexes",
    classification: "Public",
    meta: [
      ["Processor", "Acme Cloud GmbH, Lindenhof 12, 10999 Berlin, Germany"],
      ["Controller", "[Customer]"],
      ["Version", "2026.1 of 8 May 2026"],
      ["State", "Pre-signed, takes effect when countersigned"],
    ],
    body: `
# Subject and duration
This agreement applies to personal data in content that the customer ("Controller") processes with Acme Platform or Acme Data Lake and that Acme Cloud GmbH ("Processor") processes on its behalf. It lasts as long as the main agreement and until all such data is erased. Where it conflicts with the main agreement, it prevails.

# Instructions
The Processor processes personal data only on documented instructions. The main agreement, the settings of the workspace and the use of its functions are instructions. If the Processor believes that an instruction infringes data protection law, it says so without delay and may wait until the instruction is confirmed.

# Confidentiality
The Processor lets only those process personal data who have committed themselves to confidentiality. The duty has no end date.

# Security
The Processor implements the measures of Annex II and may replace them by others that protect no less. It proves them by the reports and certificates on trust.acme.example.

# Subprocessors
1. The Controller authorizes the subprocessors in Annex III in general.
2. The Processor announces a new one at least 30 days ahead to the subscribers of its trust center.
3. The Controller may object within that time for reasons of data protection. If no solution is found, it may end the service concerned and gets back fees paid in advance.
4. The Processor binds subprocessors to the same duties and answers for them as for itself.

# Rights of data subjects
Administrators can search, export, correct and erase a person's data themselves. Requests that reach the Processor are passed on within two business days and are not answered by it.

# Breaches
The Processor informs the Controller within 24 hours after it confirmed a personal data breach, at the security contact of the workspace. The notice contains the information of Article 33(3) as far as it is known. The rest follows in stages.

# Audits
The Controller may rely on reports and certificates of independent auditors. Where these don't suffice, or an authority asks, it may inspect, once a year, with 30 days' notice, during business hours and without sight of other customers' data.

# Transfers
Content stays in the region of the workspace. A transfer to a third country takes place only with the Controller's consent per case and under Chapter V of the GDPR; Annex IV contains the standard contractual clauses.

# Return and erasure
The Controller can export content at any time. Thirty days after the end of the main agreement the Processor erases content and keys. Backups follow within 35 days. A certificate is issued on request.

#- Annex I: Description of the processing
|= 1.4 3.6
| Subject | Description |
| Data subjects | Members of the workspace, and people named in documents and tables |
| Data | Names, contacts and contents of documents. Special categories only if the Controller uploads them. |
| Purpose | Storing, displaying, routing, searching and analyzing on the Controller's behalf |
| Frequency | Continuous |
| Data protection officer | Dr. Helene Brandt, dpo@acme.example |

#- Annex II: Technical and organizational measures
|= 1.4 3.6
| Aim | Measures |
| Encryption | AES-256-GCM with keys per workspace; TLS 1.3; HSM to FIPS 140-3 level 3 |
| Confidentiality | Hardware keys for all staff. Grants of four hours for one ticket. Row-level security. |
| Integrity | SHA-256 of each document, verified monthly. Append-only audit log, 400 days. |
| Availability | Three zones. Log shipping with 7 days. Copies, immutable for 35 days. |
| Resilience | Region recovered in 8 hours with 1 hour of data. Exercised every year. |
| Testing | Penetration tests every year; SOC 2, ISO/IEC 27001 and 27701 audits |
| Minimization | Pseudonymized usage events. Retention rules by class. |

#- Annex III: Subprocessors
The list on trust.acme.example as of the date of signature, with purpose and place of each, is part of this agreement. Core services: Stratavault Cloud (hosting, region of the workspace), Halden Compute (standby, Stockholm), Coldharbour Archive (encrypted backups), Larkspur Edge (delivery and protection), Postwing Mail (notifications), Tracehollow (redacted logs), Deskfern (support).

#- Signatures
!sign Johanna Reuter ; Chief executive, Acme Cloud GmbH ; 8 May 2026
!sign [Name] ; [Title], [Customer] ; [Date]
`,
  },
  {
    ...base,
    uid: "msa-2026",
    name: "Acme Cloud Master Services Agreement 2026.docx",
    title: "Master Services Agreement",
    subtitle: "Standard terms for business customers",
    classification: "Confidential: shared under NDA",
    meta: [
      ["Provider", "Acme Cloud GmbH, Lindenhof 12, 10999 Berlin, Germany"],
      ["Customer", "[Customer]"],
      ["Version", "2026.1 of 8 May 2026"],
      ["Order of documents", "Order form, data processing agreement, this agreement"],
    ],
    body: `
# The services
1. The Provider offers Acme Platform and Acme Data Lake as described in the documentation and named in order forms.
2. It may change the services as long as they don't lose essential functions. Changes that break something are announced 90 days ahead.
3. Affiliates of the Customer may use the services under the Customer's order.

# Availability and support
|= 2 2.4 1.6
| Level | Measure | Credit |
| Availability, month | 99.95% | 10% of the fee |
| Below | 99.5% | 25% of the fee |
| Below | 99.0% | 50% of the fee |
| First answer, severity 1 | 30 minutes, around the clock in Premium and Enterprise | 5% of the fee |

Maintenance is announced seven days ahead and counts as downtime when it exceeds two hours a month. Credits are claimed within 30 days. Three months below 99.5% in a year entitle the Customer to end the order.

# Customer's duties
The Customer manages its members and roles, keeps its credentials secret, and doesn't use the services unlawfully, to harm others or to test them without consent.

# Content
Content belongs to the Customer. The Provider uses it only to provide the services, and never to train models. The Customer can export it at any time in original formats. The Provider helps with the move to another provider for up to 90 days at its daily rates, as the Data Act requires without switching charges.

# Fees
Fees are due within 30 days. They may rise once a year with the consumer price index, at most by five percent, and are announced 60 days before.

# Security and data protection
The Provider keeps an information security management system certified to ISO/IEC 27001, has it examined under SOC 2 each year, and makes the results available. The data processing agreement is part of this agreement. Customers in the financial sector also get the DORA addendum.

# Confidentiality
Each party protects the other's confidential information for the time of the agreement and five years after. For content and trade secrets, this duty has no end.

# Warranty
The Provider warrants that the services work as described and that it has the rights to offer them. Defects are corrected within a reasonable time. Strict liability for initial defects is excluded.

# Liability
|= 2.4 2.6
| Case | Limit |
| Intent, gross negligence, injury, product liability law | None |
| Breach of an essential duty by slight negligence | Foreseeable typical damage, at most EUR 1 million or the fees of 12 months, whichever is more |
| Breach of data protection or confidentiality by slight negligence | EUR 5 million a year |
| Other slight negligence | Excluded |

# Term and end
Orders last as they say and renew for one year unless ended 60 days before. Either party may end for good cause. Afterwards content can be exported for 30 days and is then erased.

# General
German law applies, without the UN sales convention. The courts of Berlin have jurisdiction. Changes need text form. If a term is void, the rest stands.

#- Signatures
!sign [Name] ; [Title], Acme Cloud GmbH ; [Date]
!sign [Name] ; [Title], [Customer] ; [Date]
`,
  },
  {
    ...base,
    uid: "tia-2026",
    expiresOn: "in 170d",
    name: "Acme Cloud Transfer Impact Assessment 2026.docx",
    title: "Transfer Impact Assessment",
    subtitle: "Transfers to the United States and Australia",
    classification: "Confidential: shared under NDA",
    meta: [
      ["Exporter", "Acme Cloud GmbH, for itself and its customers"],
      [
        "Importers",
        "Acme Cloud, Inc.; Acme Cloud Pacific Pty Ltd; Deskfern; Lumenstack Inference; Sieveon Security; Statusbeacon",
      ],
      ["Assessed by", "Priya Raman, with Dr. Helene Brandt"],
      ["Date", "8 May 2026, next May 2027"],
    ],
    body: `
# Result
> With the supplementary measures of section 5, the level of protection is essentially equivalent to that of the European Union. Residual risk: **low**. No transfer of content takes place without the customer's action.

# Transfers
|= 1.6 1.2 2.4 1.8
| Importer | Country | Data | When |
| Acme Cloud, Inc. | United States | Content seen during a support case | With consent per case |
| Acme Cloud Pacific | Australia | Content seen during a support case | With consent per case |
| Deskfern | Germany, United States | Support conversations, attachments | Customer writes to support |
| Lumenstack Inference | United States | Passages of documents | American workspaces only |
| Sieveon Security | United States | Hashes of files | Upload (hashes contain no personal data) |
| Statusbeacon | United States | Email addresses of subscribers | Subscription |

# Tools of transfer
- United States: adequacy decision of 10 July 2023 for certified importers (Deskfern, Statusbeacon). Standard contractual clauses, module three, apply to the others, and to all as a fallback.
- Australia: standard contractual clauses, module three.

# Law and practice of the countries
## United States
Section 702 FISA can oblige providers of electronic communication services. Executive Order 14086 limits collection to what is necessary and proportionate and gives redress. Acme Cloud, Inc. received no order until the date of this assessment. Its staff see content only in sessions. It stores none.

## Australia
The Telecommunications and Other Legislation Amendment (Assistance and Access) Act 2018 allows technical assistance notices, not systemic weaknesses. Acme Cloud Pacific received none. It has no keys and no storage of content.

# Supplementary measures
|= 1.4 3.6
| Kind | Measure |
| Technical | Content is encrypted with keys in European modules. Sessions are streamed, and copying and downloading are turned off. Customers can manage their own keys. |
| Contractual | Duty to challenge requests, to inform the customer and to report numbers. No back doors, and a right to audit. |
| Organizational | Consent per case, two-person approval, recording, review the next business day, training and a transparency report |

# Likelihood and severity
|= 2.6 1.2 1.2 1
| Scenario | Likelihood | Severity | Risk |
| Order to an affiliate for stored content | Very low | High | [ok] Low |
| Order to an affiliate during a session | Very low | Medium | [ok] Low |
| Order to Deskfern for a conversation | Low | Medium | [ok] Low |
| Order to Lumenstack | Very low | Low | [ok] Low |

# Review
Once a year, and at once when the adequacy decision is suspended, the law of a country changes, or a request arrives.

!sign Dr. Helene Brandt ; Data protection officer ; 8 May 2026
`,
  },
  {
    ...base,
    uid: "scc-annex",
    name: "Acme Cloud Standard Contractual Clauses Annexes.docx",
    title: "Standard Contractual Clauses: Choices and Annexes",
    subtitle:
      "Commission Implementing Decision (EU) 2021/914, modules two and three, with the UK addendum and the Swiss adaptations",
    classification: "Public",
    meta: [
      ["Data exporter", "Customer, or Acme Cloud GmbH where it passes data on"],
      ["Data importer", "As named in Annex I"],
      ["Version", "2026.1 of 8 May 2026"],
      ["Part of", "Data Processing Agreement, Annex IV"],
    ],
    body: `
# Incorporation
The clauses of Implementing Decision (EU) 2021/914 are incorporated by reference and unchanged. This document makes the choices that they leave open and contains their annexes.

# Choices
|= 1.4 2.4 2.4
| Clause | Module two | Module three |
| 7, docking | Applies | Applies |
| 9(a), subprocessors | Option 2, general authorization, 30 days | Option 2, general authorization, 30 days |
| 11(a), independent body | Option is not used | Option is not used |
| 17, law | Option 1, Germany | Option 1, Germany |
| 18(b), courts | Berlin | Berlin |

#- Annex I
## A. Parties
|= 1.2 2.4 1.6
| Role | Party | Contact |
| Exporter | Customer, as in the order form | Security contact of the workspace |
| Exporter or importer | Acme Cloud GmbH, Lindenhof 12, 10999 Berlin, Germany | dpo@acme.example |
| Importer | Acme Cloud, Inc., 1907 Pecan Yard, Austin, TX 78702, United States | dpo@acme.example |
| Importer | Acme Cloud Pacific Pty Ltd, 8 Tannery Lane, Melbourne VIC 3000, Australia | dpo@acme.example |

## B. Description of the transfer
|= 1.6 3.4
| Subject | Description |
| Data subjects | Members of workspaces and people named in content |
| Categories | As uploaded by the customer. Sensitive data only if it is uploaded. |
| Frequency | Per support case |
| Nature and purpose | Viewing in a recorded session to solve the case |
| Retention | None. Session records of 400 days hold actions, not content. |
| Subprocessors | As in Annex III of the data processing agreement |

## C. Supervisory authority
The Berlin Commissioner for Data Protection and Freedom of Information, unless clause 13 names another for the customer.

#- Annex II: Measures
The measures of Annex II of the data processing agreement apply to importers, and in addition:

- Sessions run in an isolated viewer. Copying, printing and downloading are turned off.
- Access needs the customer's consent for the case and the approval of a second person, and ends after four hours at the latest.
- The importer holds no keys and stores no content.

# United Kingdom
The International Data Transfer Addendum of the Information Commissioner, version B1.0, applies to transfers under UK law. Tables 1 to 3 are filled by this document. In table 4, neither party may end the addendum.

# Switzerland
References to the GDPR are read as references to the Federal Act on Data Protection. The authority is the Federal Data Protection and Information Commissioner. The term "member state" doesn't keep people in Switzerland from suing there.
`,
  },
];
