import { wordsOf } from "#model/search/words.ts";
import { NEAR_ROWS } from "./near-rows.ts";

/**
 * Plain words that say nearly the same in questions and texts of the field, and those that say little.
 * The thesaurus of the search has its terms; these are too loose to be searched by. A sentence may
 * answer by them, a short answer may not.
 */

const ROWS = [
  "employee staff personnel worker people person team workforce colleague",
  "customer client user tenant institution campus",
  "company organization business firm",
  "send sent",
  "keep kept hold held store stored retain retained",
  "share shared give given hand handed pass passed",
  "undo undone rollback revert reverse",
  "fix repair remediate mend patch correct resolve close",
  "flaw vulnerability weakness bug",
  "erase delete destroy wipe dispose purge",
  "rehearse exercise drill practice simulate tabletop",
  "detect discover identify notice notify spot find found",
  "segment separate isolate divide partition segregate",
  "alter change modify edit tamper manipulate",
  "alter delete remove erase",
  "see view look read",
  "screen vet check",
  "hire recruit join joiner",
  "leave leaver depart departure quit terminate termination offboarding",
  "proof prove evidence certificate certify confirm attest",
  "announce announced notify tell told inform hear",
  "approve authorize permit",
  "renew refresh update repeat",
  "rotate rotation change replace renew",
  "cost price fee charge",
  "forbid prohibit ban disallow",
  "lose lost loss",
  "restore recover recovery rebuild",
  "outage downtime interruption disruption",
  "office premises",
  "laptop notebook computer workstation",
  "phone smartphone mobile",
  "log record trail journal",
  "watch monitor observe supervise",
  "live production",
  "minimum minimal least",
  "maximum most longest",
  "private personal",
  "react respond response answer reply",
  "sign signed signature",
  "written document documented",
  "copy duplicate clone replicate",
  "woman women female",
  "permanent standing indefinite",
  "right permission privilege entitlement",
  "admin administrator",
  "job employment contract",
  "guard protect",
  "guide guideline standard framework",
  "method methodology approach technique",
  "level class tier category",
  "grade score rate rated rating",
  "problem issue failure defect",
  "vendor supplier provider",
  "board committee",
  "cipher algorithm",
  "expire expiry validity valid",
  "sell sale sold",
  "own owner belong",
  "law legal legislation",
  "assess assessed evaluate review examine audit",
  "examine audit audited",
  "train teach learn course lesson",
  "enter access entry",
  "block deny reject refuse",
  "allow permit accept",
  "encrypt encrypted cipher",
  "harden hardened baseline",
  "leak leakage exfiltration",
  "attack intrusion hack",
  "malware virus malicious",
  "automatic automated",
  "backup copy copies",
  "bribery corruption antibribery anticorruption",
  "rule guideline regulation",
  "length characters",
  "phone smartphone mobile handset",
  "court lawsuit sue legal",
  "escort accompany",
  "fine penalty",
  "label mark flag",
  "machine generated automated",
  "outsider external outside thirdparty",
  "firm company supplier",
  "assistant assist",
  "night clock 24x7",
  "reprimand punish discipline",
  "cancel terminate end expire",
  "agreement contract",
  "downtime interruption",
  "attempt try",
  "refuse decline reject",
  "expose disclose reveal",
  "obtain receive get",
  "purchase buy procure",
  "founded established",
  "headquarters headquarter seat",
  "weakness vulnerability flaw",
  "invoice bill",
  "picture image photo",
  "delay postpone defer",
  "shut disable deactivate switched",
  "lock locked block",
  "choose select pick",
  "worldwide global",
  "connect connector integrate integration",
  "revoke withdraw remove disable deactivate end",
  "proportion percentage share quota percent",
  "cadence frequency interval",
  "scheduled planned",
  "throttle limit slow",
  "unsuccessful failed failure wrong",
  "sms text message",
  "extract export download retrieve",
  "adversarial attack hostile",
  "defense protection safeguard",
  "withstand absorb survive",
  "spoof impersonate forge",
  "synchronize sync synchronous",
  "obligation duty obliged bound",
  "appoint designate nominate name",
  "compromise breach leak",
  "endpoint laptop device workstation",
  "validate verify verified confirm",
  "mitigate treatment treat reduce",
  "location place site region",
  "candidate applicant",
  "intrusion intruder attacker",
  "lawful legal",
  "rehearsal exercise rehearse",
  "signoff approval approve",
  "countersign sign",
  "unplanned unannounced",
  "isolate isolation separate",
  "abroad overseas foreign",
  "payout reward bounty",
  "emission carbon footprint",
  "gift present hospitality",
  "anonymous anonymously",
  "duration period term",
  "consent permission approval",
  "undo revert restore",
  "reset recover recovery",
  "supervise oversight oversee",
  "surveillance monitoring watch",
  "spreadsheet questionnaire form",
  ...NEAR_ROWS.split(";"),
].map((row) => [...new Set(wordsOf(row))]);

/** Of each stem those that say nearly the same. */
const NEAR = new Map<string, Set<string>>();
for (const row of ROWS)
  for (const stem of row)
    for (const other of row) {
      const known = NEAR.get(stem);
      if (known === undefined) NEAR.set(stem, new Set([other]));
      else known.add(other);
    }

/** Words that say how something is, and little of what. */
const LIGHT = new Set(
  [
    "bad good real actual old human whole heavy ready known proper certain particular individual",
    "major minor formal firm else instead anyway whatever whenever wherever usually typically normally",
    "generally actively effectively properly adequately appropriately promptly timely relevant necessary",
    "respective several various out back too well off up down away moment once again",
    "exist place matter aspect area case cases",
    "serious important essential significant suitable reasonable appropriate common usual typical special extra",
    "clear sure easy hard simple big small large huge better best worse worst additional further",
    "mechanism means step effort situation circumstance fact reason purpose side sort lot bit rest trait",
    "try seem appear consider believe mean treat deal begin wish hope expect feel seen shown taken gone came went got",
    "whom whose upcoming recent actual sometimes somehow",
    // What is left of "customer’s", "don’t" and "we’re".
    "s t re ve ll don doesn didn isn aren wasn",
  ].flatMap(wordsOf),
);

/** How many, when, and whoever or whatever: it bounds what is asked, and leads to no text by itself. */
const VAGUE = new Set(
  [
    "one two three four five six seven eight nine ten twelve dozen first second third single",
    "everyone everything everywhere anyone anything anywhere nothing nowhere",
    "everybody",
    "anybody",
    "nobody",
    "somebody",
    "someone something somewhere year month week day hour minute today ago once",
  ].flatMap(wordsOf),
);

/** The stems that say nearly the same as one, without itself. */
export function nearStems(stem: string): string[] {
  return [...(NEAR.get(stem) ?? [])].filter((other) => other !== stem);
}

/** Whether a word leads to no text by itself. @param stem its stem */
export function isVague(stem: string): boolean {
  return VAGUE.has(stem);
}

/** Whether a word says little of what is asked. @param stem its stem */
export function isLight(stem: string): boolean {
  return LIGHT.has(stem);
}
