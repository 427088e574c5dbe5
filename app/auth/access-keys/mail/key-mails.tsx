import { KEY_PAGES, MEMBER_KEYS_PAGE, type KeyKind } from "#model/access-keys.ts";
import { portalLink, staffLink, type Brand } from "#platform/mail/brand.ts";
import type { Message } from "#platform/mail/message.ts";
import { Button, Facts, Text } from "#platform/mail/parts.tsx";
import { formatMoment } from "#values/moments.ts";

/** A key as the mails about it name it: how it begins, never the key. */
interface NamedKey {
  name: string;
  start: string;
  /** Whose page it is on: of members, on the portal. */
  kind: KeyKind | "member";
}

/** The page of a key. */
function keysLink(brand: Brand, kind: NamedKey["kind"]): string {
  return kind === "member"
    ? portalLink(brand, MEMBER_KEYS_PAGE)
    : staffLink(brand, KEY_PAGES[kind]);
}

export interface KeyUsedFacts extends NamedKey {
  ip: string;
  /** UTC ISO 8601. */
  at: string;
}

/** A key was used from a network that it was not used from before: to the person who made it. */
export const keyUsed: Message<KeyUsedFacts> = {
  kind: "key-used",
  title: "Key used from a new network",
  subject: (brand, { name }) => `Your key “${name}” was used from a new network · ${brand.orgName}`,
  preheader: () => "If this wasn’t one of your programs, revoke the key.",
  heading: () => "Your key was used from a new network",
  Body: ({ brand, facts: { name, start, kind, ip, at } }) => (
    <>
      <Text>
        If this was one of your programs, you don’t need to do anything. If not, revoke the key.
      </Text>
      <Facts
        rows={[
          ["Key", name],
          ["Starts with", start],
          ["IP address", ip],
          ["Time", formatMoment(at, brand.timeZone)],
        ]}
      />
      <Button href={keysLink(brand, kind)}>Open the keys</Button>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you added this key to ${brand.orgName}. You’ll get at most one such email a day for each key.`,
  demo: () => ({
    name: "Report upload",
    start: "otc_s_Ab3d",
    kind: "own",
    ip: "192.0.2.17",
    at: "2026-11-20T09:30:00.000Z",
  }),
};

export interface KeysExpiringFacts {
  keys: readonly (NamedKey & { expiresAt: string })[];
}

/** Keys whose end comes near: to the person who made them, 14 days and one day before. */
export const keysExpiring: Message<KeysExpiringFacts> = {
  kind: "keys-expiring",
  title: "Expiring keys",
  subject: (brand, { keys }) =>
    keys.length === 1
      ? `Your key “${keys[0]?.name}” expires soon · ${brand.orgName}`
      : `${keys.length} of your keys expire soon · ${brand.orgName}`,
  preheader: () => "Replace it before your programs stop working.",
  heading: (_brand, { keys }) =>
    keys.length === 1 ? "A key expires soon" : `${keys.length} keys expire soon`,
  Body: ({ brand, facts: { keys } }) => (
    <>
      <Text>Programs that use these keys will stop working when the keys expire.</Text>
      {keys.map(({ name, start, expiresAt }) => (
        <Facts
          key={`${name} ${start} ${expiresAt}`}
          rows={[
            ["Key", name],
            ["Starts with", start],
            ["Expires", formatMoment(expiresAt, brand.timeZone)],
          ]}
        />
      ))}
      <Text>Add a new key, and use it in your programs.</Text>
      <Button href={keysLink(brand, keys[0]?.kind ?? "own")}>Open the keys</Button>
    </>
  ),
  reason: (brand) =>
    `You’re receiving this because you added keys to ${brand.orgName}. We send a reminder 14 days and one day before a key expires.`,
  demo: () => ({
    keys: [
      {
        name: "Report upload",
        start: "otc_s_Ab3d",
        kind: "own",
        expiresAt: "2026-12-04T09:30:00.000Z",
      },
    ],
  }),
};
