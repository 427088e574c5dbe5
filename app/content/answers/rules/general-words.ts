import { wordsOf } from "#model/search/words.ts";

/**
 * Words that questionnaires put around what they ask: that it is planned, documented and assessed in a
 * timely manner. Where a title is just what is asked, its text need not repeat them.
 */

const GENERAL = new Set(
  [
    "place formal formally documented document establish established periodic periodically",
    "planned interval basis timely manner accordance appropriate adequate enforce enforced prior",
    "upon relevant applicable respective related pertaining associate associated follow following",
    "including describe description detail attach outline indicate confirm organisation",
    "institution university college solution industry best practice practices accepted recognised",
    "recognized equivalent similar implemented implementation defined define mechanism capability",
    "technical organizational approach methodology strategy function purpose activity address",
    "addressed undertaken responsible regular regularly annually consistent sufficient effective",
    "effectively designated designate dedicated enable enabled utilize utilise leverage operate",
    "deploy deployed technology technologies practise programme initiative effort arrangement",
    "step formalized subject applied exist existing currently current provision guarantee assure",
    "assurance safeguard against carried maintain exercise engage event occur occurs case",
    "question answer respond information system environment overall business entity corporate",
    "vendor supplier contractually instance type level nature form method necessary proper",
    "require restrict engineer configure configured write written install installed help author",
    "authorise authorize identify search introduce adopt adopted defer rectify aim demonstrate",
    "prepare prepared assign assigned revoke withdraw withdrawn grant granted revalidate",
    "recertify centralise centralize complex avail available internal external internally",
    "externally react learn force forced pass passed skip upload hear publish reach affect",
    "affected impact increase reduce improve detect discover recover permitted permit authorised",
    "authorized approve approved acceptable involve achieve protect protected safeguarded secured",
    "prevent ensure arise operation operational execute executed perform performance facilitate",
    "coordinate oversee supervise validate verify verified inform informed aware awareness",
    "receive received obtain supply supplied deliver delivered offer assist support supported",
    "integrate integrated integration connect connected combine separate separated separation",
    "isolate isolated dispose disposed collect collected gather record recorded capture track",
    "tracked report reported reporting review reviewed assess assessed evaluate evaluated analyse",
    "analyze measure measured test tested examine inspect audit audited classify classified",
    "categorise label manage managed administer administered govern governed control controlled",
    "handle handled treat mitigate mitigated remediate remediated resolve resolved responded",
    "escalate escalated communicate communicated notify notified announce disclose disclosed",
    "share shared transfer transferred transmit transmitted store stored retain retained keep",
    "kept delete deleted destroy destroyed purge purged erase erased backup restore restored",
    "create created generate generated develop developed design designed build built release",
    "released change changed update updated upgrade maintained patch patched fix fixed replace",
    "rotate rotated renew train trained educate educated instruct screen screened vet vetted",
    "employed leave terminate terminated termination staff sign signed agree agreed bind bound",
    "oblige obliged commit committed comply conform conformance adhere adhered meet align aligned",
    "certify certified attest hold possess carry purchase independent independently individual",
    "individually personally physical physically logical logically technically automatic",
    "automated automatically continuous continuously centrally annual yearly monthly quarterly",
    "daily weekly quickly immediately soon promptly fully partially completely additional",
    "enterprise secure securely sensitive critical high low key major minor multiple single",
    "several various common unauthorized unauthorised valid strong robust mandatory optional",
    "possible potential actual recent previous initial final total full whole complete entire",
    "kind sort category range scope extent degree area domain field topic issue aspect item",
    "object component element part piece member owner party group department unit office side end",
    "start begin date day time stage phase cycle cadence frequency lifetime lifecycle technique",
    "means tool facility resource option feature role responsibility duty task job work action",
    "principle guideline rule regulation law requirement need objective goal target result",
    "outcome output evidence proof documentation copy version edition scenario example reason",
    "structure architecture model scheme framework",
  ].flatMap(wordsOf),
);

/** What is asked of a thing beside what it is; a text that leaves it out says something else. */
const ASPECTS = new Set(
  wordsOf(
    "cost price fee pay brand manufacturer insurer fine revenue budget spend salary size address phone color " +
      "language french german japanese",
  ),
);

/** Whether all words of a part stand around what is asked. @param stems the part's */
export function isGeneral(stems: readonly string[]): boolean {
  return stems.length > 0 && stems.every((stem) => GENERAL.has(stem));
}

/** Whether a word asks for a side of a thing that few texts speak of. @param stem its stem */
export function isAspect(stem: string): boolean {
  return ASPECTS.has(stem);
}
