import { formatDate } from "#values/dates.ts";
import { portalLink } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text, TextLink } from "#platform/mail/parts.tsx";

export interface FollowedChangesFacts {
  changes: readonly {
    id: string;
    /** 'Document replaced by a new version' */
    what: string;
    title: string;
    /** YYYY-MM-DD */
    day: string;
    url: string;
  }[];
  /** A new version of what they downloaded, which they did not ask to hear of. */
  isTaken: boolean;
  /** Ends these mails. */
  stopUrl: string;
}

/** More than these are a list that came at once; a longer email is cut off by those who show it. */
const MOST_TOLD = 50;

/** What changed of what somebody follows: one mail, however many changes there were. */
export const followedChanges: Message<FollowedChangesFacts> = {
  kind: "followed-changes",
  title: "Changes of what someone follows",
  priority: "mass",
  subject: (brand, facts) => `${headline(facts)} · ${brand.orgName}`,
  preheader: (_brand, { changes }) =>
    changes
      .slice(0, MOST_TOLD)
      .map(({ title }) => title)
      .join(" · "),
  heading: (_brand, facts) => headline(facts),
  Body: ({ brand, facts }) => (
    <>
      {facts.changes.slice(0, MOST_TOLD).map(({ id, what, title, day, url }) => (
        <div key={id}>
          <Facts
            rows={[
              [what, title],
              ["Date", formatDate(day, "UTC")],
            ]}
          />
          <Text>
            <TextLink href={url}>Open it in the {brand.portalTitle}</TextLink>
          </Text>
        </div>
      ))}
      {facts.changes.length > MOST_TOLD ? (
        <Text>And {facts.changes.length - MOST_TOLD} more.</Text>
      ) : null}
      <Button href={portalLink(brand, "/changes")}>See all changes</Button>
      <Text muted>
        Don’t want these emails? <TextLink href={facts.stopUrl}>Stop them</TextLink>.
      </Text>
    </>
  ),
  reason: (brand, { isTaken }) =>
    isTaken
      ? `You’re receiving this because you downloaded an earlier version from ${brand.orgName}’s ${brand.portalTitle}.`
      : `You’re receiving this because you follow ${brand.orgName}’s ${brand.portalTitle}.`,
  demo: (brand) => ({
    changes: [
      {
        id: "1",
        what: "Document replaced by a new version",
        title: "SOC 2 report",
        day: "2026-11-19",
        url: `${brand.portalUrl}/item/soc-2-report`,
      },
    ],
    isTaken: false,
    stopUrl: `${brand.portalUrl}/follow/stop?token=example`,
  }),
};

function headline({ changes, isTaken }: FollowedChangesFacts): string {
  const [first] = changes;
  if (changes.length !== 1 || first === undefined) return `${changes.length} changes`;
  return isTaken ? `New ${first.title} is out` : `${first.what}: ${first.title}`;
}
