import * as z from "zod";
import { keptLink } from "#values/links.ts";
import { withoutSlashes } from "#values/ends.ts";

/**
 * What an item can be connected to at another provider: who takes part, which links are right, what
 * is said.
 */

export const PROVIDERS = ["hackerone", "statuspageio"] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  hackerone: "HackerOne",
  statuspageio: "Statuspage",
};

/** The one item of a product that each provider belongs to. */
export const PROVIDER_ITEMS: Readonly<Record<Provider, string>> = {
  hackerone: "ApplicationSecurity.responsibleDisclosure",
  statuspageio: "Infrastructure.statusMonitoring",
};

/** The provider that an item can be connected to; null for most items. */
export function providerOf(itemUid: string | null): Provider | null {
  return PROVIDERS.find((provider) => PROVIDER_ITEMS[provider] === itemUid) ?? null;
}

export const integrationSchema = z.object({
  provider: z.enum(PROVIDERS),
  /** The company's page there; the item's link is the same. */
  page: z.string().min(1).max(2_000),
  /** Whether visitors see what it says. */
  showInCard: z.boolean(),
});
export type Integration = z.output<typeof integrationSchema>;

/** A connection as it is stored. */
export function readIntegration(json: string | null): Integration | null {
  return json === null ? null : integrationSchema.parse(JSON.parse(json));
}

/** A connection as history tells of it. */
export function integrationWords(integration: Integration | null): string {
  if (integration === null) return "";
  const { provider, page, showInCard } = integration;
  return `${PROVIDER_NAMES[provider]}, ${page}${showInCard ? "" : ", not shown on the Trust Center"}`;
}

export const HACKERONE_HOST = "https://hackerone.com";

/** The company's page at a provider, as it is kept; null for what is none. */
export function pageOf(provider: Provider, typed: string): string | null {
  const link = keptLink(typed);
  if (link === null) return null;
  const url = new URL(link);
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(link)) return null;
  const path = withoutSlashes(url.pathname);
  if (provider === "statuspageio") return url.origin + path;
  return url.origin === HACKERONE_HOST && /^\/[\w-]{1,100}$/.test(path) ? url.origin + path : null;
}

/** The name of a program, of a page that `pageOf` made. */
export function handleOf(page: string): string {
  return page.slice(HACKERONE_HOST.length + 1);
}

export const HACKERONE_LINK = `Please enter a valid HackerOne link, e.g. ${HACKERONE_HOST}/acme (without query parameters)`;
export const STATUSPAGE_INVALID =
  "Invalid Statuspage connection: please enter a valid Statuspage link or contact support";

export type ConnectFault = "UNKNOWN" | "NOT_FOUND";

/** Why connecting failed, in the specification's words. */
export function connectError(provider: Provider, fault: ConnectFault): string {
  if (provider === "statuspageio") return STATUSPAGE_INVALID;
  return fault === "NOT_FOUND"
    ? "Invalid HackerOne connection: please enter a valid HackerOne link or contact support."
    : "Invalid HackerOne connection. Please try again or contact support.";
}

/** What is wrong with a link that leads to no page of the provider's. */
export function linkError(provider: Provider): string {
  return provider === "hackerone" ? HACKERONE_LINK : STATUSPAGE_INVALID;
}

/** What staff are told while a connected page can't be read. */
export function temporaryError(page: string): string {
  return `Temporary connection error. It might be due to a temporary issue in ${new URL(page).host}. In the meantime, your live status isn't shared on your Trust Center.`;
}

/** The tooltip where the plan lacks integrations. */
export function upgradeFor(provider: Provider): string {
  const what = provider === "hackerone" ? "stats" : "status";
  return `Upgrade to Growth to share live ${what} on your Trust Center`;
}

export const INDICATORS = [
  "none",
  "operational",
  "minor",
  "major",
  "critical",
  "maintenance",
] as const;
export type Indicator = (typeof INDICATORS)[number];

/** How an indicator looks, and what it means in words. */
export const INDICATOR_LOOKS: Readonly<
  Record<Indicator, { tone: "green" | "yellow" | "orange" | "red" | "blue"; words: string }>
> = {
  none: { tone: "green", words: "No incidents" },
  operational: { tone: "green", words: "Operational" },
  minor: { tone: "yellow", words: "Minor issue" },
  major: { tone: "orange", words: "Major issue" },
  critical: { tone: "red", words: "Critical issue" },
  maintenance: { tone: "blue", words: "Maintenance" },
};

export const liveStatusSchema = z.object({
  indicator: z.enum(INDICATORS),
  description: z.string().trim().min(1).max(500),
});
/** What a status page says of its company's services. */
export type LiveStatus = z.output<typeof liveStatusSchema>;

/** Hours; null where the program does not say. */
const hours = z.number().min(0).max(1e6).nullable();

export const statisticsSchema = z.object({
  programStatistics: z.object({
    reportsResolved: z.int().min(0),
    lastReportedResolved: z.iso.datetime({ offset: true }).nullable(),
  }),
  responseEfficiency: z.object({
    averageTimeToFirstResponse: hours,
    averageTimeToTriage: hours,
    /** In US dollars, as '$500' or '$500 - $750'. */
    averageBounty: z.string().min(1).max(60).nullable(),
  }),
});
/** What HackerOne says of a program. */
export type Statistics = z.output<typeof statisticsSchema>;

/** What a provider said. */
export type Reading =
  | { provider: "hackerone"; statistics: Statistics }
  | { provider: "statuspageio"; status: LiveStatus };

/** What is kept of a reading. */
export function storedReading(reading: Reading): string {
  return JSON.stringify(reading.provider === "hackerone" ? reading.statistics : reading.status);
}

/** A reading as it was kept; null for one of another shape, which is read anew. */
export function readReading(provider: Provider, json: string): Reading | null {
  const stored: unknown = JSON.parse(json);
  if (provider === "hackerone") {
    const statistics = statisticsSchema.safeParse(stored);
    return statistics.success ? { provider, statistics: statistics.data } : null;
  }
  const status = liveStatusSchema.safeParse(stored);
  return status.success ? { provider, status: status.data } : null;
}

/** A reading that is older is made anew while somebody looks. */
export const REFRESH_MS = 5 * 60_000;
/** How long a page is kept that was made while a reading is awaited. */
export const AWAITED_MS = 15_000;
/** What nobody looked at for so long is no live status any more. */
export const SHOWN_MS = 24 * 3_600_000;

/** What there is of a connection: read, never read yet, or not readable now. */
export type IntegrationState = "connected" | "connecting" | "failed";

/** A connection as a page shows it. */
export interface IntegrationView {
  provider: Provider;
  page: string;
  showInCard: boolean;
  state: IntegrationState;
  /** null unless it is connected. */
  reading: Reading | null;
  /** When that was, ISO; null without one. */
  readAt: string | null;
  /** The same for people: 'as of 14:05 UTC'. */
  asOf: string | null;
}

interface ReadingTimes {
  readAt: string | null;
  failedAt: string | null;
  example: boolean;
}

/**
 * Whether what was read counts, and from which moment on it is to be read anew; null for what never
 * is.
 */
export function connectionStatus(
  { readAt, failedAt, example }: ReadingTimes,
  now: Date,
): { state: IntegrationState; dueAt: string | null } {
  if (example) return { state: "connected", dueAt: null };
  const settledAt = [readAt ?? "", failedAt ?? ""].sort()[1] ?? "";
  const dueAt =
    settledAt === ""
      ? now.toISOString()
      : new Date(Date.parse(settledAt) + REFRESH_MS).toISOString();
  if (failedAt !== null && (readAt === null || failedAt > readAt))
    return { state: "failed", dueAt };
  if (readAt === null || now.getTime() - Date.parse(readAt) >= SHOWN_MS)
    return { state: "connecting", dueAt };
  return { state: "connected", dueAt };
}

/** A time of a number of hours: '6 hours', '2.5 days'. */
export function inHoursOrDays(value: number): string {
  if (value < 1) return "less than an hour";
  if (value < 48) return counted(Math.round(value), "hour");
  return counted(Math.round((value / 24) * 10) / 10, "day");
}

function counted(value: number, unit: string): string {
  return `${value.toLocaleString("en-US")} ${unit}${value === 1 ? "" : "s"}`;
}

/**
 * The statistics of a program as pairs of label and value; what it does not say is left out. @param
 * dateOf formats a moment
 */
export function statisticRows(
  { programStatistics, responseEfficiency }: Statistics,
  dateOf: (moment: string) => string,
): { label: string; value: string }[] {
  const { reportsResolved, lastReportedResolved } = programStatistics;
  const { averageTimeToFirstResponse, averageTimeToTriage, averageBounty } = responseEfficiency;
  return [
    { label: "Reports resolved", value: reportsResolved.toLocaleString("en-US") },
    { label: "Last report resolved", value: lastReportedResolved && dateOf(lastReportedResolved) },
    {
      label: "Average time to first response",
      value: averageTimeToFirstResponse === null ? null : inHoursOrDays(averageTimeToFirstResponse),
    },
    {
      label: "Average time to triage",
      value: averageTimeToTriage === null ? null : inHoursOrDays(averageTimeToTriage),
    },
    { label: "Average bounty", value: averageBounty },
  ].filter((row): row is { label: string; value: string } => row.value !== null);
}
