import { describe, expect, test } from "vitest";
import { catalogueItem, catalogueKind, takesDocuments } from "#model/cards/catalogue/index.ts";
import { propose } from "#content/documents/rules/propose.ts";

/** Names as people give them to files, and what each is taken for. */
const NAMES: readonly [name: string, type: string, itemUid: string | null][] = [
  ["Acme SOC 2 Type II Report 2026.pdf", "SOC 2 report", "Reports.soc2"],
  ["acme_soc2_final-v3.pdf", "SOC 2 report", "Reports.soc2"],
  ["SOC2Type2.pdf", "SOC 2 report", "Reports.soc2"],
  ["SOC-1 report.pdf", "SOC 1 report", "Reports.soc1"],
  ["soc3.pdf", "Other", "Reports.soc3"],
  ["SOC 2 bridge letter Q3.docx", "Bridge letter", "Reports.soc2"],
  ["SOC1 gap letter.pdf", "Bridge letter", "Reports.soc1"],
  ["ISO-27001_Certificate.pdf", "ISO certificate", "Reports.iso27001Certificate"],
  ["ISO IEC 27701 certificate.pdf", "ISO certificate", "Reports.iso27701Certificate"],
  ["ISO 9001 certificate.pdf", "ISO certificate", null],
  ["ISO 27001 Statement of Applicability.xlsx", "Other", "Reports.statementOfApplicability"],
  ["pentest-2026.pdf", "Penetration test", "Reports.pentest"],
  ["Penetration Test Summary.pdf", "Penetration test", "Reports.pentest"],
  ["pentest-retest-2026.pdf", "Penetration test", "Reports.retest"],
  ["PCI DSS AoC 2026.pdf", "Other", "Reports.pciAoc"],
  ["PCI SAQ-D.pdf", "Questionnaire", "Questionnaires.pciSaq"],
  ["network-diagram.png", "Architecture diagram", "Reports.networkDiagram"],
  ["DataFlow Diagram.png", "Architecture diagram", "Reports.dataFlowDiagram"],
  ["sig-lite-2026.xlsx", "Questionnaire", "Questionnaires.sigLite"],
  ["CAIQ v4.xlsx", "Questionnaire", "Questionnaires.caiq"],
  ["HECVAT_Full.xlsx", "Questionnaire", "Questionnaires.hecvat"],
  ["Security questionnaire.xlsx", "Questionnaire", "Questionnaires.securityQuestionnaire"],
  ["dpa-2026.docx", "Legal", "Legal.dpa"],
  ["Data Processing Addendum (EU).pdf", "Legal", "Legal.dpa"],
  ["BAA.pdf", "Legal", "Legal.baa"],
  ["Cyber insurance certificate.pdf", "Insurance", "Legal.cyberInsurance"],
  ["insurance-cyber-2026.pdf", "Insurance", "Legal.cyberInsurance"],
  ["COI 2026.pdf", "Insurance", "Legal.liabilityInsurance"],
  ["W-9.pdf", "Legal", "Legal.taxForms"],
  ["Privacy Policy.pdf", "Legal", "Legal.privacyPolicy"],
  ["Information Security Policy v2.1.pdf", "Policy", "Policies.informationSecurity"],
  ["policy-information-security.pdf", "Policy", "Policies.informationSecurity"],
  ["incident_response_plan.docx", "Policy", "Policies.incidentResponse"],
  ["Disaster Recovery Test Report.pdf", "Other", "Reports.bcdrTestReport"],
  ["Business Continuity Exercise 2026.pdf", "Other", "Reports.bcdrTestReport"],
  ["BCP.pdf", "Policy", "Policies.businessContinuity"],
  ["Vendor Management Policy.pdf", "Policy", "Policies.vendorManagement"],
  ["Policy 7.pdf", "Policy", null],
  ["Security Whitepaper.pdf", "Whitepaper", "Reports.securityWhitepaper"],
  ["Encryption and Key Management Whitepaper.pdf", "Whitepaper", "Reports.securityWhitepaper"],
];

describe("what a file is taken for", () => {
  test.each(NAMES)("%s is a %s of %s", (name, type, itemUid) => {
    expect(propose(name, null)).toEqual({ type, itemUid });
    if (itemUid === null) return;
    const kind = catalogueKind(itemUid);
    expect(catalogueItem(itemUid), itemUid).toBeDefined();
    expect(kind !== undefined && takesDocuments({ uid: itemUid, kind }), itemUid).toBe(true);
  });

  test.each([
    ["scan0001.pdf", "Acme Inc.\nPenetration Test Report\nMarch 2026", "Reports.pentest"],
    ["final.docx", "BACKUP POLICY\nOwner: CTO. See our SOC 2 report.", "Policies.backup"],
    ["Policy 7.pdf", "Access Control Policy\nVersion 2", "Policies.accessControl"],
    ["Policy 7.pdf", "SOC 2 report of Acme", null],
    ["SOC 2.pdf", "Penetration Test Report", "Reports.soc2"],
    ["scan_0042.pdf", "CONFIDENTIAL: SHARED UNDER NDA\nSOC 2 Type II Report", "Reports.soc2"],
    [
      "scan1.pdf",
      "Subject to a signed non-disclosure agreement\nPenetration Test",
      "Reports.pentest",
    ],
    ["scan2.pdf", "Mutual Non-Disclosure Agreement\nbetween Acme and you", "Legal.nda"],
    ["scan3.pdf", "Acme Cloud\nSOC 2 Bridge Letter\nSOC 2 Type II", "Reports.soc2"],
  ])("%s that begins with %j belongs to %s", (name, firstPage, itemUid) => {
    expect(propose(name, firstPage)?.itemUid).toBe(itemUid);
  });

  test("a bridge letter names its report first, and is none", () => {
    expect(propose("scan.pdf", "Shared under NDA. SOC 2 Type II bridge letter")?.type).toBe(
      "Bridge letter",
    );
  });

  test.each([
    ["scan0001.pdf", null],
    ["holiday.png", ""],
    ["notes.txt", `${"Minutes of a meeting about lunch. ".repeat(30)} SOC 2`],
  ])("of %s nothing is proposed", (name, firstPage) => {
    expect(propose(name, firstPage)).toBeNull();
  });
});
