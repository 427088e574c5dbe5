import type { DocumentType } from "#model/items/items.ts";

/** What a file seems to be, and the standard item that visitors would look for it under. */
export interface Proposal {
  type: DocumentType;
  /** null where only its type can be told. */
  itemUid: string | null;
}

/** Characters of the first page that are looked at: its title stands among them. */
const TITLE_CHARACTERS = 600;

/** How a page says who may read it: 'Confidential: shared under NDA' is on reports, and not an NDA. */
const NDA_MARK =
  /\b(?:under|subject to|bound by|covered by|requires?|with|without|after) (?:(?:an?|the|our|your|signed|valid|mutual) ){0,3}(?:nda|non ?disclosure(?: agreement)?)\b|\bnda (?:required|only|protected)\b/g;

type Rule = readonly [pattern: RegExp, type: DocumentType, itemUid: string | null];

/** What is more special stands first: 'pentest retest' before 'pentest', 'SIG Lite' before 'SIG'. */
const RULES: readonly Rule[] = [
  [/soc ?1\b.*\b(bridge|gap) letter|(bridge|gap) letter.*\bsoc ?1\b/, "Bridge letter", "soc1"],
  [/\b(soc ?2 (\w+ ){0,3})?(bridge|gap) letter\b/, "Bridge letter", "soc2"],
  [/\bsoc ?1\b|\b(ssae ?18|isae ?3402)\b/, "SOC 1 report", "soc1"],
  [/\bsoc ?2\b/, "SOC 2 report", "soc2"],
  [/\bsoc ?3\b/, "Other", "soc3"],
  [
    /\bpen(etration)? ?tests?\b.*\bre ?test|\bre ?test (letter|report)\b/,
    "Penetration test",
    "retest",
  ],
  [/\bpen(etration)? ?test(ing|s)?\b/, "Penetration test", "pentest"],
  [/\bstatement of applicability\b|\bsoa\b/, "Other", "statementOfApplicability"],
  [/\biso\b.*\bsurveillance\b|\bsurveillance audit\b/, "Other", "isoSurveillanceAudit"],
  [/\b(iso )?(iec )?27701\b/, "ISO certificate", "iso27701Certificate"],
  [/\biso ?(iec )?(27001)\b|\b27001\b/, "ISO certificate", "iso27001Certificate"],
  [/\biso ?(iec )?\d{4,5}\b.*\bcertificat/, "ISO certificate", null],
  [/\bpci\b.*\bresponsibility\b/, "Other", "pciResponsibilityMatrix"],
  [/\basv\b/, "Other", "pciAsvScan"],
  [/\bsaq\b|\bself assessment questionnaire\b/, "Questionnaire", "Questionnaires.pciSaq"],
  [/\baoc\b|\bpci\b.*\battestation\b|\bpci dss\b/, "Other", "pciAoc"],
  [/\bhitrust\b/, "Other", "hitrustLetter"],
  [/\bhipaa\b.*\b(report|assessment)\b/, "Other", "hipaaReport"],
  [/\bc5\b/, "Other", "c5Report"],
  [/\bvpat\b|\baccessibility conformance\b/, "Other", "accessibilityReport"],
  [/\bnetwork (architecture )?diagram\b/, "Architecture diagram", "networkDiagram"],
  [/\bdata ?flow\b/, "Architecture diagram", "dataFlowDiagram"],
  [/\barchitecture\b/, "Architecture diagram", "architectureDiagram"],
  [/\bdiagram\b/, "Architecture diagram", null],

  [/\bsig lite\b/, "Questionnaire", "Questionnaires.sigLite"],
  [/\bsig( core)?\b/, "Questionnaire", "Questionnaires.sigCore"],
  [/\bcaiq lite\b/, "Questionnaire", "Questionnaires.caiqLite"],
  [/\bcaiq\b|\bconsensus assessments?\b/, "Questionnaire", "Questionnaires.caiq"],
  [/\bhecvat\b/, "Questionnaire", "Questionnaires.hecvat"],
  [/\bvsa full\b/, "Questionnaire", "Questionnaires.vsaFull"],
  [/\bvsa( core)?\b/, "Questionnaire", "Questionnaires.vsaCore"],
  [/\bcis controls?\b/, "Questionnaire", "Questionnaires.cis"],
  [/\bnist csf\b/, "Questionnaire", "Questionnaires.nistCsf"],
  [/\bmvsp\b/, "Questionnaire", "Questionnaires.mvsp"],
  [/\bdora\b/, "Questionnaire", "Questionnaires.dora"],
  [/\besg questionnaire\b/, "Questionnaire", "Questionnaires.esgQuestionnaire"],
  [/\bai questionnaire\b/, "Questionnaire", "Questionnaires.aiQuestionnaire"],
  [/\btransfer impact\b|\btia\b/, "Questionnaire", "Questionnaires.transferImpact"],
  [/\bdpia\b/, "Questionnaire", "Questionnaires.dpia"],
  [/\bquestionnaire\b/, "Questionnaire", "Questionnaires.securityQuestionnaire"],

  [/\bdpa\b|\bdata processing (agreement|addendum|terms)\b/, "Legal", "Legal.dpa"],
  [/\bbaa\b|\bbusiness associate\b/, "Legal", "Legal.baa"],
  [/\bsccs?\b|\bstandard contractual clauses\b/, "Legal", "Legal.sccs"],
  [/\bmsa\b|\bmaster (services?|subscription) agreement\b/, "Legal", "Legal.msa"],
  [/\b(sla|service levels?)\b/, "Legal", "Legal.serviceLevelTerms"],
  [/\bterms (of (service|use)|and conditions)\b|\btos\b/, "Legal", "Legal.termsOfService"],
  [/\bcookies?\b/, "Legal", "Legal.cookiePolicy"],
  [/\bprivacy (policy|notice|statement)\b/, "Legal", "Legal.privacyPolicy"],
  [/\bnda\b|\bnon ?disclosure\b/, "Legal", "Legal.nda"],
  [/\bcyber\b.*\binsurance\b|\binsurance cyber\b/, "Insurance", "Legal.cyberInsurance"],
  [/\binsurance\b|\bcoi\b/, "Insurance", "Legal.liabilityInsurance"],
  [/\bw ?[89](ben)?( ?e)?\b|\btax\b/, "Legal", "Legal.taxForms"],
  [/\bmodern slavery\b/, "Legal", "Legal.modernSlavery"],
  [/\bsub ?processors?\b/, "Legal", "Legal.subprocessors"],

  [
    /\b(dr|bcdr|bcp|disaster recovery|(business )?continuity) (\w+ ){0,2}(test|exercise)\b/,
    "Other",
    "bcdrTestReport",
  ],
  [/\bvulnerabilit(y|ies)\b.*\b(report|scan|assessment)\b/, "Other", "vulnerabilityScan"],
  [/\brisk assessment\b/, "Other", "riskAssessmentReport"],
  [/\bcode review\b/, "Other", "codeReviewReport"],

  [/\bwhite ?paper\b/, "Whitepaper", "securityWhitepaper"],
  [/\b(information security|infosec|isms)\b.*\bpolicy\b/, "Policy", "Policies.informationSecurity"],
  [/\bacceptable use\b|\baup\b/, "Policy", "Policies.acceptableUse"],
  [/\baccess (control|management)\b/, "Policy", "Policies.accessControl"],
  [/\basset management\b/, "Policy", "Policies.assetManagement"],
  [/\bback ?ups?\b/, "Policy", "Policies.backup"],
  [/\bbusiness continuity\b|\bbcp\b/, "Policy", "Policies.businessContinuity"],
  [/\bchange management\b/, "Policy", "Policies.changeManagement"],
  [/\b(encryption|cryptograph\w+)\b/, "Policy", "Policies.cryptography"],
  [/\bdata classification\b/, "Policy", "Policies.dataClassification"],
  [/\bdata protection\b/, "Policy", "Policies.dataProtection"],
  [/\b(data )?retention\b/, "Policy", "Policies.dataRetention"],
  [/\bdisaster recovery\b|\bdrp\b/, "Policy", "Policies.disasterRecovery"],
  [/\bbreach notification\b/, "Policy", "Policies.dataBreach"],
  [/\bincident (response|management)\b|\birp\b/, "Policy", "Policies.incidentResponse"],
  [/\bvulnerability management\b/, "Policy", "Policies.vulnerabilityManagement"],
  [/\bpatch(ing)?( management)?\b/, "Policy", "Policies.patchManagement"],
  [/\bpasswords?\b/, "Policy", "Policies.password"],
  [/\bphysical security\b/, "Policy", "Policies.physicalSecurity"],
  [/\brisk management\b/, "Policy", "Policies.riskManagement"],
  [/\bsdlc\b|\bsecure (software )?development\b/, "Policy", "Policies.secureDevelopment"],
  [
    /\b(vendor|supplier|third party)( risk)?( management)?\b/,
    "Policy",
    "Policies.vendorManagement",
  ],
  [/\bmobile device\b|\bbyod\b/, "Policy", "Policies.mobileDevice"],
  [/\bremote work(ing)?\b/, "Policy", "Policies.remoteWork"],
  [/\blogging\b/, "Policy", "Policies.loggingMonitoring"],
  [/\bnetwork security\b/, "Policy", "Policies.networkSecurity"],
  [/\b(hr|human resources?)( security)?\b/, "Policy", "Policies.humanResources"],
  [/\bcode of (ethics|conduct)\b/, "Policy", "Policies.codeOfEthics"],
  [/\b(ai|artificial intelligence)\b.*\bpolicy\b/, "Policy", "Policies.aiPolicy"],
  [/\bconfiguration management\b/, "Policy", "Policies.configuration"],
  [/\bmedia disposal\b/, "Policy", "Policies.mediaDisposal"],
  [/\bpolicy\b/, "Policy", null],

  [/\bsecurity overview\b/, "Whitepaper", "Documents.securityOverview"],
  [/\b(company|corporate) overview\b/, "Other", "Documents.companyOverview"],
];

/**
 * Proposes what a file is. Its name is asked first, since whoever named it knew; the first page only
 * where the name says nothing, and there what stands first counts: a policy that mentions a report
 * is a policy.
 * @param firstPage the text of its first page, null where it has none or nobody has read it yet
 * @returns null where neither tells anything
 */
export function propose(fileName: string, firstPage: string | null): Proposal | null {
  const name = wordsOf(fileName).replace(/^(policy) (.+)$/, "$2 $1");
  const byName = RULES.find(([pattern]) => pattern.test(name));
  const byText = () =>
    firstIn(wordsOf((firstPage ?? "").slice(0, TITLE_CHARACTERS)).replaceAll(NDA_MARK, " "));
  // A name such as 'Policy 7.pdf' tells the type; which policy it is, the page may know.
  if (byName !== undefined && byName[2] !== null) return proposalOf(byName);
  const found = byText();
  if (byName === undefined) return found === undefined ? null : proposalOf(found);
  return proposalOf(found?.[1] === byName[1] ? found : byName);
}

/** The rule whose words come first in a text; of two at one place the more special. */
function firstIn(text: string): Rule | undefined {
  let best: { rule: Rule; at: number } | undefined;
  for (const rule of RULES) {
    const at = rule[0].exec(text)?.index ?? -1;
    if (at >= 0 && (best === undefined || at < best.at)) best = { rule, at };
  }
  return best?.rule;
}

function proposalOf([, type, itemUid]: Rule): Proposal {
  const isWhole = itemUid === null || itemUid.includes(".");
  return { type, itemUid: isWhole ? itemUid : `Reports.${itemUid}` };
}

/** Lower-case words with one space between them: `ISO-27001_Certificate.v2` and `iso 27001`. */
function wordsOf(text: string): string {
  return text
    .replace(/\.[a-z]{2,4}$/i, "")
    .replace(/([\p{Ll}\d])(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
