/**
 * The card kinds of a product page, their titles, default order and weights.
 */
export const CARD_KINDS = [
  "Reports",
  "Certifications",
  "Questionnaires",
  "ProductFeatures",
  "DataSecurity",
  "ApplicationSecurity",
  "Legal",
  "Ai",
  "Esg",
  "DataPrivacy",
  "AccessControl",
  "Infrastructure",
  "EndpointSecurity",
  "NetworkSecurity",
  "InternalPractices",
  "Policies",
  "ContinuousMonitoring",
  "PhysicalEnvironmental",
  "ChangeConfigurationManagement",
  "AwarenessTraining",
  "BusinessContinuity",
  "AssetManagement",
  "RiskManagement",
  "IncidentResponse",
  "Overview",
  "RiskProfile",
  "SecurityGrades",
  "TrustedBy",
  "Subprocessors",
  "Documents",
  "CustomerData",
] as const;

export type CardKind = (typeof CARD_KINDS)[number];

const kindSet: ReadonlySet<string> = new Set(CARD_KINDS);

/**
 * Whether a word from a URL or a file names a card kind, exactly as spelled in the specification.
 */
export function isCardKind(value: string): value is CardKind {
  return kindSet.has(value);
}

export const CARD_TITLES: Readonly<Record<CardKind, string>> = {
  Reports: "Reports",
  Certifications: "Certifications",
  Questionnaires: "Questionnaires",
  ProductFeatures: "Product Features",
  DataSecurity: "Data Security",
  ApplicationSecurity: "Application Security",
  Legal: "Legal",
  Ai: "AI",
  Esg: "ESG",
  DataPrivacy: "Data Privacy",
  AccessControl: "Access Control",
  Infrastructure: "Infrastructure",
  EndpointSecurity: "Endpoint Security",
  NetworkSecurity: "Network Security",
  InternalPractices: "Internal Practices",
  Policies: "Policies",
  ContinuousMonitoring: "Continuous Monitoring",
  PhysicalEnvironmental: "Physical & Environmental",
  ChangeConfigurationManagement: "Change & Configuration Management",
  AwarenessTraining: "Awareness & Training",
  BusinessContinuity: "Business Continuity",
  AssetManagement: "Asset Management",
  RiskManagement: "Risk Management",
  IncidentResponse: "Incident Response",
  Overview: "Overview",
  RiskProfile: "Risk Profile",
  SecurityGrades: "Security Grades",
  TrustedBy: "Trusted By",
  Subprocessors: "Subprocessors",
  Documents: "Documents",
  CustomerData: "Customer Data",
};

/** Default order of the cards section, 1 to 25; a product's own order overrides it. */
export const DEFAULT_CARD_ORDER: readonly CardKind[] = [
  "RiskProfile",
  "ProductFeatures",
  "Reports",
  "Questionnaires",
  "DataSecurity",
  "ApplicationSecurity",
  "Ai",
  "Esg",
  "Legal",
  "DataPrivacy",
  "AccessControl",
  "Infrastructure",
  "EndpointSecurity",
  "NetworkSecurity",
  "InternalPractices",
  "Policies",
  "SecurityGrades",
  "IncidentResponse",
  "RiskManagement",
  "AssetManagement",
  "BusinessContinuity",
  "AwarenessTraining",
  "ChangeConfigurationManagement",
  "PhysicalEnvironmental",
  "ContinuousMonitoring",
];

const WEIGHTED = CARD_KINDS.slice(0, 16);

/** A kind's ordering weight: Reports 16 down to Policies 1, Documents -1, others 0. */
export function cardWeight(kind: CardKind): number {
  if (kind === "Documents") return -1;
  const position = WEIGHTED.indexOf(kind);
  return position === -1 ? 0 : 16 - position;
}

/** Kinds that are open at every public access level. */
export const PUBLIC_KINDS: ReadonlySet<CardKind> = new Set<CardKind>([
  "Overview",
  "Certifications",
  "TrustedBy",
  "SecurityGrades",
  "Subprocessors",
]);

/** Kinds whose items can't be moved to another card. */
export const NOT_MOVABLE_KINDS: ReadonlySet<CardKind> = new Set<CardKind>([
  "Overview",
  "Documents",
  "Certifications",
  "TrustedBy",
  "Subprocessors",
  "CustomerData",
  "RiskProfile",
]);

/** The one item of a card whose list is its content: it carries access and state for all rows. */
export const LIST_ITEMS = {
  SecurityGrades: "SecurityGrades.grades",
  TrustedBy: "TrustedBy.companies",
  Subprocessors: "Subprocessors.subprocessors",
} as const;
export type ListKind = keyof typeof LIST_ITEMS;

/** Whether an item stands for the list of its card. */
export function isListItem(uid: string): boolean {
  return Object.values<string>(LIST_ITEMS).includes(uid);
}

/** Kinds that never open as a drawer: Subprocessors has its own page, CustomerData is not shown. */
export const NOT_EXPANDABLE_KINDS: ReadonlySet<CardKind> = new Set<CardKind>([
  "Subprocessors",
  "CustomerData",
]);

/**
 * Kinds that hold one item of the catalogue, whose list is kept elsewhere, and answers: no items of
 * one's own.
 */
export const CATALOGUE_ONLY_KINDS: ReadonlySet<CardKind> = new Set<CardKind>([
  "Overview",
  "TrustedBy",
  "SecurityGrades",
  "Subprocessors",
  "RiskProfile",
]);
