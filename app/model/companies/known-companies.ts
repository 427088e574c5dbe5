import { searchText } from "#values/names.ts";

/**
 * The addendum: companies that many lists name, known without asking anybody. Their logos are
 * plain marks of our own: two or three letters on a quiet color, never the company's trademark.
 */
export interface KnownCompany {
  companyId: string;
  name: string;
  /** Its website. */
  link: string;
  domain: string;
  /** Other words by which people look for it. */
  alternatives: readonly string[];
  /** What the plain logo says, and the hue of its tile in degrees. */
  logo: { letters: string; hue: number };
}

const company = (
  companyId: string,
  name: string,
  domain: string,
  alternatives: readonly string[],
  logo: KnownCompany["logo"],
): KnownCompany => ({
  companyId,
  name,
  link: `https://${domain}`,
  domain,
  alternatives,
  logo,
});

export const KNOWN_COMPANIES: readonly KnownCompany[] = [
  company(
    "amazon-web-services",
    "Amazon Web Services",
    "aws.amazon.com",
    ["AWS", "Amazon", "EC2", "S3"],
    { letters: "AWS", hue: 28 },
  ),
  company("anthropic", "Anthropic", "anthropic.com", ["Claude"], { letters: "An", hue: 18 }),
  company("atlassian", "Atlassian", "atlassian.com", ["Jira", "Confluence", "Trello"], {
    letters: "At",
    hue: 216,
  }),
  company("cloudflare", "Cloudflare", "cloudflare.com", ["CDN", "R2"], { letters: "Cf", hue: 24 }),
  company("datadog", "Datadog", "datadoghq.com", ["Data Dog", "Monitoring"], {
    letters: "Dd",
    hue: 268,
  }),
  company("fastly", "Fastly", "fastly.com", ["CDN"], { letters: "Fa", hue: 4 }),
  company("github", "GitHub", "github.com", ["Git Hub", "Copilot"], { letters: "GH", hue: 220 }),
  company(
    "google-cloud",
    "Google Cloud Platform",
    "cloud.google.com",
    ["GCP", "Google", "Firebase", "BigQuery"],
    { letters: "GC", hue: 210 },
  ),
  company("hubspot", "HubSpot", "hubspot.com", ["Hub Spot", "CRM"], { letters: "Hs", hue: 14 }),
  company("intercom", "Intercom", "intercom.com", ["Fin"], { letters: "Ic", hue: 222 }),
  company(
    "microsoft-azure",
    "Microsoft Azure",
    "azure.microsoft.com",
    ["Azure", "Microsoft", "Office 365"],
    { letters: "Az", hue: 204 },
  ),
  company("mongodb", "MongoDB", "mongodb.com", ["Mongo", "Atlas"], { letters: "Mo", hue: 136 }),
  company("okta", "Okta", "okta.com", ["Auth0", "Identity"], { letters: "Ok", hue: 224 }),
  company("openai", "OpenAI", "openai.com", ["Open AI", "ChatGPT", "GPT"], {
    letters: "AI",
    hue: 160,
  }),
  company("salesforce", "Salesforce", "salesforce.com", ["Heroku", "CRM", "Sales Cloud"], {
    letters: "Sf",
    hue: 198,
  }),
  company("sentry", "Sentry", "sentry.io", ["Functional Software"], { letters: "Se", hue: 286 }),
  company("slack", "Slack", "slack.com", ["Slack Technologies"], { letters: "Sl", hue: 310 }),
  company("snowflake", "Snowflake", "snowflake.com", ["Data warehouse"], {
    letters: "Sn",
    hue: 192,
  }),
  company("stripe", "Stripe", "stripe.com", ["Payments"], { letters: "St", hue: 246 }),
  company("twilio", "Twilio", "twilio.com", ["SendGrid", "Send Grid", "Segment"], {
    letters: "Tw",
    hue: 354,
  }),
  company("zendesk", "Zendesk", "zendesk.com", ["Zen Desk", "Support"], {
    letters: "Zd",
    hue: 172,
  }),
];

/** The known company of an id, null for none. */
export function knownCompany(companyId: string | null): KnownCompany | null {
  return KNOWN_COMPANIES.find((known) => known.companyId === companyId) ?? null;
}

/**
 * Whether a company answers to what somebody types: a part of its name or domain, or the beginning
 * of another name.
 */
export function answersTo(
  {
    name,
    domain,
    alternatives = [],
  }: { name: string; domain: string | null; alternatives?: readonly string[] },
  typed: string,
): boolean {
  const needle = searchText(typed.trim());
  if (needle === "") return true;
  return (
    searchText(name).includes(needle) ||
    (domain ?? "").toLowerCase().includes(needle) ||
    alternatives.some((other) => searchText(other).startsWith(needle))
  );
}
