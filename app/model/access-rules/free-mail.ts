import providers from "email-providers/all.json";

/** Domains at which anybody can have an address. */
const DOMAINS = new Set<string>(providers);

// What the list lacks.
for (const domain of [
  "duck.com",
  "fastmail.com",
  "hotmail.de",
  "keemail.me",
  "live.de",
  "outlook.at",
  "outlook.de",
  "outlook.es",
  "outlook.fr",
  "posteo.de",
  "posteo.net",
  "skiff.com",
  "startmail.com",
  "tuta.com",
  "tuta.io",
  "tutamail.com",
  "tutanota.com",
  "tutanota.de",
]) {
  DOMAINS.add(domain);
}
// Companies that once gave everybody mail and whose people ask from there today, and names of
// documentation.
for (const domain of [
  "about.com",
  "alibaba.com",
  "ancestry.com",
  "discovery.com",
  "example.com",
  "facebook.com",
  "medscape.com",
])
  DOMAINS.delete(domain);

/** Whether an address of this domain (in ASCII) says nothing of where its owner works. */
export function isFreeMail(domain: string): boolean {
  return DOMAINS.has(domain);
}
