/**
 * Badges of the certifications: our own generic seals, labelled with a standard's name.
 * Official marks are protected and licensed to holders only; staff upload them where they may show
 * one.
 */
export type BadgeFamily =
  | "soc"
  | "iso"
  | "privacy"
  | "payment"
  | "government"
  | "health"
  | "cloud"
  | "regional"
  | "other";

export interface Badge {
  id: string;
  /** Short label such as 'ISO 27001'. */
  standard: string;
  /** One or two short lines drawn on the badge; of two, the first is the small one. */
  lines: readonly string[];
  /** Decides the shape. */
  family: BadgeFamily;
}

/** Each row is one badge: id, standard and the lines drawn on it. */
type BadgeRow = readonly [id: string, standard: string, ...lines: string[]];

const rows: Readonly<Record<BadgeFamily, readonly BadgeRow[]>> = {
  soc: [
    ["soc-1", "SOC 1", "SOC", "1"],
    ["soc-2", "SOC 2", "SOC", "2"],
    ["soc-3", "SOC 3", "SOC", "3"],
  ],
  iso: [
    ["iso-27001", "ISO 27001", "ISO", "27001"],
    ["iso-27017", "ISO 27017", "ISO", "27017"],
    ["iso-27018", "ISO 27018", "ISO", "27018"],
    ["iso-27701", "ISO 27701", "ISO", "27701"],
    ["iso-27799", "ISO 27799", "ISO", "27799"],
    ["iso-22301", "ISO 22301", "ISO", "22301"],
    ["iso-9001", "ISO 9001", "ISO", "9001"],
    ["iso-42001", "ISO 42001", "ISO", "42001"],
    ["iso-14001", "ISO 14001", "ISO", "14001"],
    ["iso-20000-1", "ISO 20000-1", "ISO", "20000-1"],
    ["iso-45001", "ISO 45001", "ISO", "45001"],
    ["iso-50001", "ISO 50001", "ISO", "50001"],
    ["iso-37001", "ISO 37001", "ISO", "37001"],
  ],
  privacy: [
    ["gdpr", "GDPR", "EU", "GDPR"],
    ["uk-gdpr", "UK GDPR", "UK", "GDPR"],
    ["ccpa", "CCPA", "US", "CCPA"],
    ["lgpd", "LGPD", "BR", "LGPD"],
    ["pipeda", "PIPEDA", "CA", "PIPEDA"],
    ["appi", "APPI", "JP", "APPI"],
    ["pdpa", "Singapore PDPA", "SG", "PDPA"],
    ["popia", "POPIA", "ZA", "POPIA"],
    ["eu-us-dpf", "EU-US DPF", "EU-US", "DPF"],
    ["cbpr", "Global CBPR", "Global", "CBPR"],
    ["ferpa", "FERPA", "FERPA"],
    ["coppa", "COPPA", "COPPA"],
  ],
  payment: [
    ["pci-dss", "PCI DSS", "PCI", "DSS"],
    ["pci-3ds", "PCI 3DS", "PCI", "3DS"],
    ["pci-pin", "PCI PIN", "PCI", "PIN"],
    ["swift-csp", "SWIFT CSP", "SWIFT", "CSP"],
    ["glba", "GLBA", "GLBA"],
    ["sox", "SOX", "SOX"],
    ["nydfs-500", "NYDFS 500", "NYDFS", "500"],
    ["sec-17a-4", "SEC 17a-4", "SEC", "17a-4"],
  ],
  government: [
    ["fedramp", "FedRAMP", "US", "FedRAMP"],
    ["govramp", "GovRAMP", "US", "GovRAMP"],
    ["tx-ramp", "TX-RAMP", "US", "TX-RAMP"],
    ["dod-il", "DoD Impact Level", "DoD", "IL"],
    ["fisma", "FISMA", "US", "FISMA"],
    ["cjis", "CJIS", "US", "CJIS"],
    ["irs-1075", "IRS 1075", "IRS", "1075"],
    ["itar", "ITAR", "US", "ITAR"],
    ["cmmc", "CMMC", "DoD", "CMMC"],
    ["nist-800-171", "NIST 800-171", "NIST", "800-171"],
    ["nist-800-53", "NIST 800-53", "NIST", "800-53"],
    ["nist-csf", "NIST CSF", "NIST", "CSF"],
    ["fips-140-3", "FIPS 140-3", "FIPS", "140-3"],
  ],
  health: [
    ["hipaa", "HIPAA", "HIPAA"],
    ["hitrust", "HITRUST", "HITRUST"],
    ["hds", "HDS", "FR", "HDS"],
    ["nen-7510", "NEN 7510", "NEN", "7510"],
    ["nhs-dspt", "NHS DSPT", "NHS", "DSPT"],
    ["gxp", "GxP", "GxP"],
    ["21-cfr-11", "21 CFR Part 11", "21 CFR", "Part 11"],
  ],
  cloud: [
    ["csa-star-1", "CSA STAR Level 1", "CSA STAR", "Level 1"],
    ["csa-star-2", "CSA STAR Level 2", "CSA STAR", "Level 2"],
    ["eu-cloud-coc", "EU Cloud CoC", "EU Cloud", "CoC"],
    ["c5", "C5", "BSI", "C5"],
    ["g-cloud", "G-Cloud", "UK", "G-Cloud"],
    ["mtcs", "MTCS", "SS 584", "MTCS"],
    ["secnumcloud", "SecNumCloud", "SecNum", "Cloud"],
    ["agid", "AgID Qualification", "IT", "AgID"],
  ],
  regional: [
    ["cyber-essentials", "Cyber Essentials", "Cyber", "Essentials"],
    ["cyber-essentials-plus", "Cyber Essentials Plus", "Essentials", "Plus"],
    ["ens", "ENS", "ES", "ENS"],
    ["irap", "IRAP", "AU", "IRAP"],
    ["essential-eight", "Essential Eight", "Essential", "Eight"],
    ["apra-cps-234", "APRA CPS 234", "APRA", "CPS 234"],
    ["ismap", "ISMAP", "JP", "ISMAP"],
    ["mas-trm", "MAS TRM", "MAS", "TRM"],
    ["k-isms", "K-ISMS", "KR", "K-ISMS"],
    ["dora", "DORA", "EU", "DORA"],
    ["nis2", "NIS2", "EU", "NIS2"],
    ["eu-cra", "EU CRA", "EU", "CRA"],
    ["eu-ai-act", "EU AI Act", "EU", "AI Act"],
  ],
  other: [
    ["cis-controls", "CIS Controls", "CIS", "Controls"],
    ["common-criteria", "Common Criteria", "Common", "Criteria"],
    ["tisax", "TISAX", "TISAX"],
    ["microsoft-sspa", "Microsoft SSPA", "Microsoft", "SSPA"],
    ["tpn", "TPN", "TPN"],
    ["wcag", "WCAG", "WCAG"],
    ["vpat", "VPAT", "VPAT"],
    ["owasp-asvs", "OWASP ASVS", "OWASP", "ASVS"],
    ["casa", "CASA", "CASA"],
  ],
};

const families = Object.keys(rows) as BadgeFamily[];

/** All badges by id, as the catalogue's certifications name them. */
export const BADGES: Readonly<Record<string, Badge>> = Object.fromEntries(
  families.flatMap((family) =>
    rows[family].map(([id, standard, ...lines]): [string, Badge] => [
      id,
      { id, standard, lines, family },
    ]),
  ),
);

const LONGEST_LINE = 10;

/**
 * A badge for a certification of the org's own: the title's first two words in the neutral shape.
 */
export function customBadge(title: string): Badge {
  const words = title.trim().split(/\s+/).filter(Boolean).slice(0, 2);
  const lines = words.map((word) => {
    const letters = Array.from(word);
    return letters.length > LONGEST_LINE ? `${letters.slice(0, LONGEST_LINE - 1).join("")}…` : word;
  });
  return { id: "custom", standard: title.trim(), lines, family: "other" };
}

/** The badge of a certification: its standard’s, or one with its title. */
export function badgeOf({ badgeId, title }: { badgeId: string | null; title: string }): Badge {
  return (badgeId === null ? undefined : BADGES[badgeId]) ?? customBadge(title);
}

/**
 * Auditors whose certifications draw a variant of the badge, with their names as they write them.
 */
export const AUDITORS = {
  "a-lign": "A-LIGN",
  thoropass: "Thoropass",
  schellman: "Schellman",
  bsi: "BSI",
  ey: "EY",
  "tv-sud": "TÜV SÜD",
} as const;

export type AuditorKey = keyof typeof AUDITORS;

// The name counts as well as the key, because editors type 'TÜV SÜD' and never 'tv-sud'.
const auditorKeys: ReadonlyMap<string, AuditorKey> = new Map(
  (Object.keys(AUDITORS) as AuditorKey[]).flatMap((key) => [
    [key, key] as const,
    [AUDITORS[key].toLowerCase(), key] as const,
  ]),
);

/**
 * The key of a known auditor, from what an editor typed; null for all others, which draw the plain
 * badge.
 */
export function auditorKey(value: string | null | undefined): AuditorKey | null {
  return auditorKeys.get(value?.trim().toLowerCase() ?? "") ?? null;
}
