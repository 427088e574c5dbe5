/** The risk profile's answers as they read, and the order in which they show. */

/** Display priority: the higher comes first. */
export const RISK_PRIORITY: Readonly<Record<string, number>> = {
  "RiskProfile.dataAccess": 7,
  "RiskProfile.impact": 6,
  "RiskProfile.recoveryTime": 5,
  "RiskProfile.recoveryPoint": 4,
  "RiskProfile.criticalDependence": 3,
  "RiskProfile.thirdPartyDependence": 2,
  "RiskProfile.hosting": 1,
};

export const RISK_UNITS = ["minutes", "hours", "days"] as const;

const LABELS: Readonly<Record<string, string>> = {
  public: "Public",
  internal: "Internal",
  restricted: "Restricted",
  low: "Low",
  moderate: "Moderate",
  substantial: "Substantial",
  severe: "Severe",
  yes: "Yes",
  no: "No",
  immediate: "Immediate",
  hours_24_48: "24–48 hours",
  hours_48_72: "48–72 hours",
  days_4_7: "4–7 days",
  hours_12: "12 hours",
  hours_24: "24 hours",
  major_cloud: "Major cloud provider",
  on_premise: "On-premise",
  combination: "Combination",
};

/**
 * A stored answer as it reads. Custom times are stored as `{unit}_{number}`, as `hours_8`; an
 * unknown value reads as itself.
 */
export function riskAnswerLabel(value: string): string {
  const known = LABELS[value];
  if (known !== undefined) return known;
  const custom = /^(minutes|hours|days)_(\d{1,2})$/.exec(value);
  if (custom === null) return value;
  const [, unit = "", number = ""] = custom;
  return `${Number(number)} ${Number(number) === 1 ? unit.slice(0, -1) : unit}`;
}
