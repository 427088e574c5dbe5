/** Acme Cloud: what testers found and what exercises showed. */

const NDA = "Confidential: shared under NDA";

const METHOD = `
# Method
Testers worked gray-box, with accounts of every role and with design documents, but without source code. Each tester is certified to OSCP or CREST CRT. Findings are rated with CVSS 4.0 and adjusted for the business context in agreement with Acme Cloud. No rating was lowered on request.

- Testing was done in a dedicated production-equivalent environment. The network test ran against production outside business hours.
- Denial of service, social engineering and physical access were out of scope.
- Customer content was never accessed. Two test workspaces stood in for two customers.
`;

/** @type {import("./library.mjs").DocumentSource[]} */
export const tests = [
  {
    uid: "pentest-web-2026",
    name: "Acme Platform Penetration Test Web and API 2026.pdf",
    type: "Penetration test",
    accessType: "view-only",
    expiresOn: "in 205d",
    createdAt: "118d ago",
    issuer: "redfern",
    title: "Penetration Test: Web Application and API",
    subtitle: "Summary report for customers of Acme Cloud GmbH",
    classification: NDA,
    issued: "2026-07-24",
    meta: [
      ["Client", "Acme Cloud GmbH"],
      ["Target", "Acme Platform 26.5, web and API"],
      ["Dates", "11 May to 5 June 2026"],
      ["Effort", "24 person-days, 3 testers"],
      ["Reference", "RF-26-114-A"],
      ["Report", "24 July 2026, version 1.1"],
    ],
    body: `
# Result
The application withstands a determined attacker with a member's account. We did not reach another workspace's data by any path. Isolation held at each layer that we attacked. One finding of high severity concerned the preview of uploaded files and was mitigated within two days of our call.

!bars Critical 0 ; High 1 ; Medium 3 ; Low 6

> All findings of high and medium severity were retested on 12 August 2026 and are **closed**. See letter RF-26-114-D.
${METHOD}
# Scope
|= 1.6 3
| Target | Detail |
| Web application | app.acme.example, all five standard roles and one custom role |
| API | api.acme.example, 214 operations, OAuth 2.0 and webhooks |
| Identity | SAML, OpenID Connect, SCIM, recovery, sessions |
| Standards | OWASP ASVS 5.0 level 2; OWASP API Security Top 10 |

# Findings
|= 0.8 3.2 1.1 1.2
| No. | Finding | Severity | State |
| W-01 | The preview renderer followed a link in a crafted SVG to an internal address (server-side request forgery) | [bad] High | [ok] Closed |
| W-02 | A guest could list the names, not the contents, of folders above an invited item | [warn] Medium | [ok] Closed |
| W-03 | An API token kept its scopes for up to 11 minutes after the owner's role was lowered | [warn] Medium | [ok] Closed |
| W-04 | A webhook target could be changed to an address in a private range by a DNS answer | [warn] Medium | [ok] Closed |
| W-05 | Sign-in errors differed in time for existing and unknown accounts | [info] Low | [ok] Closed |
| W-06 | Export links stayed valid for 24 hours after use | [info] Low | [ok] Closed |
| W-07 | Two cookies without the host prefix | [info] Low | [ok] Closed |
| W-08 | Verbose error for malformed BPMN uploads | [info] Low | [ok] Closed |
| W-09 | Rate limit per token, not per account, on search suggestions | [info] Low | Planned, Q4 |
| W-10 | Outdated contact in security.txt on a secondary host | [info] Low | [ok] Closed |

## W-01 in detail
**What happened.** The renderer fetched resources that an SVG named. With a crafted file, a member could make it request addresses inside the rendering network and read part of the answer as an image. The network holds no metadata service and no customer data. We reached a health page.

**Mitigation.** On 28 May 2026 the renderer lost its route to any address but object storage. On 9 June 2026 a release replaced the parser by one that ignores external references.

# Checks without findings
- **Tenancy:** 1,860 requests with swapped identifiers across two workspaces: 404 in every case, equal in form and time to unknown identifiers.
- **Injection:** parameters, headers, filters, file names and imports.
- **Authentication:** replay, signature wrapping and confusion in SAML; redirect and mix-up attacks in OpenID Connect.
- **Business logic:** approvals, deputies and limits, and races in 14 places.
`,
  },
  {
    uid: "pentest-mobile-2026",
    name: "Acme Platform Penetration Test Mobile Apps 2026.pdf",
    type: "Penetration test",
    accessType: "view-only",
    expiresOn: "in 205d",
    createdAt: "118d ago",
    issuer: "redfern",
    title: "Penetration Test: Mobile Apps",
    subtitle: "Summary report for customers of Acme Cloud GmbH",
    classification: NDA,
    issued: "2026-07-24",
    meta: [
      ["Client", "Acme Cloud GmbH"],
      ["Target", "Acme for iOS 8.2, for Android 8.2"],
      ["Dates", "18 May to 29 May 2026"],
      ["Effort", "10 person-days, 2 testers"],
      ["Reference", "RF-26-114-B"],
      ["Report", "24 July 2026, version 1.0"],
    ],
    body: `
# Result
Both apps protect content at rest and in transit well. The findings concern what remains on a device that is already in an attacker's hands.

!bars Critical 0 ; High 0 ; Medium 2 ; Low 4
${METHOD}
# Scope
OWASP MASVS 2 with the profile L1, on two devices of each platform, one of them rooted or jailbroken. The back end was tested separately (RF-26-114-A).

|= 1.4 1.2 1.2
| Control group | iOS | Android |
| Storage | [ok] Pass | [warn] Finding |
| Cryptography | [ok] Pass | [ok] Pass |
| Authentication | [warn] Finding | [ok] Pass |
| Network | [ok] Pass | [ok] Pass |
| Platform | [info] Remarks | [info] Remarks |
| Code | [ok] Pass | [ok] Pass |
| Privacy | [ok] Pass | [ok] Pass |

# Findings
|= 0.8 3.4 1.1 1.2
| No. | Finding | Severity | State |
| M-01 | Android: thumbnails of offline documents were kept outside the encrypted store | [warn] Medium | [ok] Closed |
| M-02 | iOS: after a change of enrolled faces the app asked for the passcode once, then trusted the new face | [warn] Medium | [ok] Closed |
| M-03 | Screenshots allowed in the app switcher | [info] Low | [ok] Closed |
| M-04 | Certificate pins without a backup for one host | [info] Low | [ok] Closed |
| M-05 | Clipboard not cleared after copying a code | [info] Low | Accepted |
| M-06 | Debug symbols in a third-party framework | [info] Low | [ok] Closed |

**M-05** is accepted until April 2027. Users copy codes into other apps on purpose, and the platforms clear the clipboard by themselves after two minutes.

# Checks without findings
- Interception with a user-installed certificate authority: refused on both platforms.
- Deep links and universal links: no action without confirmation.
- Offline store: content is encrypted with a key in the secure element. Copying the store to a second device gave nothing readable.
`,
  },
  {
    uid: "pentest-network-2026",
    name: "Acme Platform Penetration Test Network 2026.pdf",
    type: "Penetration test",
    accessType: "view-only",
    expiresOn: "in 205d",
    createdAt: "118d ago",
    issuer: "redfern",
    title: "Penetration Test: External and Internal Network",
    subtitle: "Summary report for customers of Acme Cloud GmbH",
    classification: NDA,
    issued: "2026-07-24",
    meta: [
      ["Client", "Acme Cloud GmbH"],
      ["Target", "Four production regions, corporate network"],
      ["Dates", "8 June to 22 June 2026"],
      ["Effort", "12 person-days, 2 testers"],
      ["Reference", "RF-26-114-C"],
      ["Report", "24 July 2026, version 1.0"],
    ],
    body: `
# Result
From the Internet, only the edge and an email relay answer. From a compromised laptop of an employee, the testers did not reach a production system within the time of the test. Each path needs a hardware key and a grant that a second person approves.

!bars Critical 0 ; High 0 ; Medium 1 ; Low 5
${METHOD}
# Scenarios
|= 2.2 3 1.1
| Start | Goal | Reached |
| Internet, no knowledge | Any host behind the edge | [ok] No |
| Internet, stolen password of an engineer | Access broker | [ok] No |
| Managed laptop, local administrator | Production data subnet | [ok] No |
| Application pod, code execution | Another workspace's keys | [ok] No |
| Application pod, code execution | The Internet, past the egress gateway | [warn] In part |
| Office network, guest wireless | Managed devices | [ok] No |

# Findings
|= 0.8 3.4 1.1 1.2
| No. | Finding | Severity | State |
| N-01 | DNS answers left the application subnets through the resolver, which allowed a slow covert channel | [warn] Medium | [ok] Closed |
| N-02 | Email relay offered TLS 1.1 to a monitoring host | [info] Low | [ok] Closed |
| N-03 | A wildcard record for a retired preview host | [info] Low | [ok] Closed |
| N-04 | Printer in Austin with default credentials, guest segment | [info] Low | [ok] Closed |
| N-05 | Banner of the access broker showed its version | [info] Low | [ok] Closed |
| N-06 | Signing not required for file sharing among office devices | [info] Low | [ok] Closed |

# Segmentation
All 62 pairs of segments that must not reach each other were probed on every TCP port and on 200 UDP ports. None was reachable. The result covers requirement 11.4.6 of PCI DSS.
`,
  },
  {
    uid: "pentest-retest-2026",
    name: "Acme Platform Penetration Test Retest Letter 2026.pdf",
    type: "Penetration test",
    accessType: "view-and-download",
    encryptedType: "password",
    password: "redfern-2026",
    expiresOn: "in 205d",
    createdAt: "96d ago",
    issuer: "redfern",
    title: "Retest Letter 2026",
    subtitle: "Confirmation of corrections after the penetration tests of Acme Platform",
    classification: NDA,
    issued: "2026-08-14",
    meta: [
      ["Client", "Acme Cloud GmbH"],
      ["Retested", "10 to 12 August 2026"],
      ["Reference", "RF-26-114-D"],
      ["Letter", "14 August 2026"],
    ],
    body: `
#- Letter
To whom it may concern,

In May and June 2026 we tested the web application and API, the mobile apps and the networks of Acme Platform (reports RF-26-114-A to C). From 10 to 12 August 2026 we retested every finding of high or medium severity.

> The one finding of high severity and all six of medium severity are **closed**. The longest took 31 days from our notice to its correction.

|= 0.8 3 1.1 1.3 1.4
| No. | Finding | Severity | Days to fix | Retest |
| W-01 | Server-side request forgery in previews | [bad] High | 2 | [ok] Closed |
| W-02 | Folder names visible to guests | [warn] Medium | 16 | [ok] Closed |
| W-03 | Token scopes outlived a role | [warn] Medium | 22 | [ok] Closed |
| W-04 | Webhook target by DNS | [warn] Medium | 19 | [ok] Closed |
| M-01 | Thumbnails outside the store | [warn] Medium | 27 | [ok] Closed |
| M-02 | Change of enrolled faces | [warn] Medium | 31 | [ok] Closed |
| N-01 | Covert channel by DNS | [warn] Medium | 12 | [ok] Closed |

Thirteen of the fifteen findings of low severity are closed as well. One is planned and one is accepted.

#- How we retested
Each finding was reproduced with the original steps, then with two variations that a corrected system could still miss. For W-01 we also fuzzed the new parser with 40,000 files. It made no request.

!sign Rhys Penhale ; Principal consultant, Redfern Offensive Security Ltd ; 14 August 2026
`,
  },
  {
    uid: "bcp-test-summary-2026",
    name: "Acme Cloud Business Continuity Exercise 2026.pdf",
    type: "Other",
    createdAt: "70d ago",
    issuer: "acme",
    title: "Business Continuity Exercise 2026",
    subtitle: "A week without the Berlin office",
    classification: "Confidential: shared under NDA",
    issued: "2026-09-10",
    meta: [
      ["Exercise", "BCX-2026-1"],
      ["Dates", "15 to 19 June 2026"],
      ["Participants", "236 of 240 staff in Berlin"],
      ["Lead", "Tomasz Wilk"],
    ],
    body: `
# Summary
For five working days the Berlin office was closed without warning to those who work there. Support, incident response, payroll and releases went on from homes, from Austin and from Melbourne. All objectives were met. Four improvements follow.

!figures 100% of critical activities kept up ; 14_min first answer to severity 1 ; 4 improvements

# Objectives and results
|= 2.6 1.2 1.2 1
| Objective | Target | Result | Met |
| Staff reached by the notification chain | 95% in 60 min | 98% in 41 min | [ok] Yes |
| Severity 1 answered | 30 min | 14 min | [ok] Yes |
| Incident command set up | 30 min | 18 min | [ok] Yes |
| Normal release on day 2 | 1 | 1 | [ok] Yes |
| Payroll run on day 4 | on time | on time | [ok] Yes |
| Visitors and deliveries redirected | same day | same day | [ok] Yes |

# Timeline
|= 1 4
| Time | Event |
| Mon 07:10 | Scenario opened: water damage, no access for at least a week |
| Mon 07:28 | Incident command on the bridge, deputies confirmed |
| Mon 07:51 | 98% of Berlin staff acknowledged |
| Tue 10:00 | Release 26.6.1 shipped by the team in Austin |
| Wed 15:30 | Injected: the lead of incident command falls ill, deputy takes over in 6 minutes |
| Fri 16:00 | Exercise closed, debrief with 31 people |

# What went well, what did not
- The notification chain worked at the first attempt. Last year it took two.
- People in Berlin had everything on their laptops. Two had left their second hardware key in a drawer of the office and couldn't have replaced a broken one.
- Support handed over between offices in the normal way, which is why customers noticed nothing.
- Deliveries and calls to the office were forwarded by hand for half a day.
- No one in Austin was allowed to sign orders above 5,000 euros. One order had to wait for a day.

# Improvements
|= 3.4 1.4 1.2
| Action | Owner | State |
| Give two people in Austin the right to sign supplier orders | Finance | [ok] Done |
| Keep a spare hardware key per engineer away from the office | IT | [ok] Done |
| Forward the office's telephone number automatically | IT | [ok] Done |
| Rehearse payroll from abroad with the provider | People | [info] By December |
`,
  },
  {
    uid: "dr-test-summary-2026",
    name: "Acme Cloud Disaster Recovery Test 2026.pdf",
    type: "Other",
    createdAt: "70d ago",
    issuer: "acme",
    title: "Disaster Recovery Test 2026",
    subtitle: "Loss of the Frankfurt region",
    classification: "Confidential: shared under NDA",
    issued: "2026-09-10",
    meta: [
      ["Test", "DRT-2026-2"],
      ["Date", "22 August 2026"],
      ["Target", "8 hours, 1 hour of data"],
      ["Result", "5 h 12 min, 34 s of data"],
      ["Lead", "Daniel Okafor"],
      ["Observer", "Meridian Assurance LLP"],
    ],
    body: `
# Summary
On a Saturday we took a full copy of the Frankfurt region off the network. We brought its workspaces up in Stockholm, using only the staff and the documents that would be at hand on a bad day. Customers were not affected. The copy carried 400 synthetic workspaces and replayed traffic.

!figures 5_h_12 to full service, target 8_h ; 34_s of data lost, target 1_h ; 0 checksum errors ; 6 improvements

# What happened
|= 0.9 1 4
| Clock | Elapsed | Step |
| 08:00 | 0:00 | All routes of the copy withdrawn, alarms within 70 seconds |
| 08:19 | 0:19 | Incident command formed, severity 1 |
| 08:47 | 0:47 | Disaster declared by the CISO and the CTO; keys released by two officers |
| 09:55 | 1:55 | Databases promoted in Stockholm, last transaction 34 seconds old |
| 11:20 | 3:20 | Core services up, sign-in and reading of documents possible |
| 12:34 | 4:34 | Search index rebuilt, workflows resumed without duplicates |
| 13:12 | 5:12 | Full service, 12,000 checks passed |
| 15:40 | 7:40 | Return rehearsed: replication reversed and verified |

# Verification
- 100% of 3.1 million documents matched their SHA-256 checksums.
- 2,400 running workflows were compared step by step: no step lost, none done twice.
- Sign-in by SAML and OpenID Connect worked without a change at the customers' side.

# Improvements
|= 3.6 1.4 1.2
| Action | Owner | State |
| Warm the search index in Stockholm, saves about 50 minutes | Platform | [ok] Done |
| Put the declaration form on the bridge's start page | Incident response | [ok] Done |
| Second pair of key officers in Austin | Security | [ok] Done |
| Larger connection pool from the start | Platform | [ok] Done |
| Status page text for a declared disaster, in four languages | Support | [ok] Done |
| Include Acme Data Lake's resilient plan in the next test | Data Lake | [info] 2027 |
`,
  },
];
