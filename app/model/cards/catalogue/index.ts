/**
 * The catalogue of standard items: what a new product can tick, card by card.
 * One file per card kind holds the data; this file gathers it.
 */
import { CARD_KINDS, type CardKind } from "../kinds.ts";
import type { CatalogueItem } from "./item.ts";
import { ACCESS_CONTROL } from "./access-control.ts";
import { AI } from "./ai.ts";
import { APPLICATION_SECURITY } from "./application-security.ts";
import { ASSET_MANAGEMENT } from "./asset-management.ts";
import { AWARENESS_TRAINING } from "./awareness-training.ts";
import { BUSINESS_CONTINUITY } from "./business-continuity.ts";
import { CERTIFICATIONS } from "./certifications.ts";
import { CHANGE_CONFIGURATION_MANAGEMENT } from "./change-configuration-management.ts";
import { CONTINUOUS_MONITORING } from "./continuous-monitoring.ts";
import { DATA_PRIVACY } from "./data-privacy.ts";
import { DATA_SECURITY } from "./data-security.ts";
import { DOCUMENTS } from "./documents.ts";
import { ENDPOINT_SECURITY } from "./endpoint-security.ts";
import { ESG } from "./esg.ts";
import { INCIDENT_RESPONSE } from "./incident-response.ts";
import { INFRASTRUCTURE } from "./infrastructure.ts";
import { INTERNAL_PRACTICES } from "./internal-practices.ts";
import { LEGAL } from "./legal.ts";
import { NETWORK_SECURITY } from "./network-security.ts";
import { OVERVIEW } from "./overview.ts";
import { PHYSICAL_ENVIRONMENTAL } from "./physical-environmental.ts";
import { POLICIES } from "./policies.ts";
import { PRODUCT_FEATURES } from "./product-features.ts";
import { QUESTIONNAIRES } from "./questionnaires.ts";
import { REPORTS } from "./reports.ts";
import { RISK_MANAGEMENT } from "./risk-management.ts";
import { RISK_PROFILE } from "./risk-profile.ts";
import { SECURITY_GRADES } from "./security-grades.ts";
import { SUBPROCESSORS } from "./subprocessors.ts";
import { TRUSTED_BY } from "./trusted-by.ts";

/** Every kind must name its items, so that a new card kind can't be forgotten here. */
const itemsByKind: Readonly<Record<CardKind, readonly CatalogueItem[]>> = {
  Reports: REPORTS,
  Certifications: CERTIFICATIONS,
  Questionnaires: QUESTIONNAIRES,
  ProductFeatures: PRODUCT_FEATURES,
  DataSecurity: DATA_SECURITY,
  ApplicationSecurity: APPLICATION_SECURITY,
  Legal: LEGAL,
  Ai: AI,
  Esg: ESG,
  DataPrivacy: DATA_PRIVACY,
  AccessControl: ACCESS_CONTROL,
  Infrastructure: INFRASTRUCTURE,
  EndpointSecurity: ENDPOINT_SECURITY,
  NetworkSecurity: NETWORK_SECURITY,
  InternalPractices: INTERNAL_PRACTICES,
  Policies: POLICIES,
  ContinuousMonitoring: CONTINUOUS_MONITORING,
  PhysicalEnvironmental: PHYSICAL_ENVIRONMENTAL,
  ChangeConfigurationManagement: CHANGE_CONFIGURATION_MANAGEMENT,
  AwarenessTraining: AWARENESS_TRAINING,
  BusinessContinuity: BUSINESS_CONTINUITY,
  AssetManagement: ASSET_MANAGEMENT,
  RiskManagement: RISK_MANAGEMENT,
  IncidentResponse: INCIDENT_RESPONSE,
  Overview: OVERVIEW,
  RiskProfile: RISK_PROFILE,
  SecurityGrades: SECURITY_GRADES,
  TrustedBy: TRUSTED_BY,
  Subprocessors: SUBPROCESSORS,
  Documents: DOCUMENTS,
  // Customer data is never shown as a card; it has no standard items.
  CustomerData: [],
};

/** All standard items, card kind by card kind, in the order in which an editor meets them. */
export const CATALOGUE: readonly CatalogueItem[] = Object.values(itemsByKind).flat();

const itemsByUid: ReadonlyMap<string, CatalogueItem> = new Map(
  CATALOGUE.map((item) => [item.uid, item]),
);

/** The standard items of one card kind; empty for kinds without any. */
export function catalogueOf(kind: CardKind): readonly CatalogueItem[] {
  return itemsByKind[kind];
}

/** The standard item behind a uid, or undefined for a custom item's uid. */
export function catalogueItem(uid: string): CatalogueItem | undefined {
  return itemsByUid.get(uid);
}

/** The card on which a standard item begins, or undefined for a custom item's uid. */
export function catalogueKind(uid: string): CardKind | undefined {
  return itemsByUid.has(uid) ? CARD_KINDS.find((kind) => uid.startsWith(`${kind}.`)) : undefined;
}

/**
 * Whether documents can be linked to an item: a standard item where the catalogue says so, a custom
 * one in every card whose standard items can.
 */
export function takesDocuments(item: { uid: string; kind: CardKind }): boolean {
  const standard = catalogueItem(item.uid);
  return standard === undefined
    ? catalogueOf(item.kind).some(({ files }) => files === true)
    : standard.files === true;
}
