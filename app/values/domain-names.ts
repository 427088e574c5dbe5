export const DOMAIN_MESSAGE = 'Use format "example.com", without www. or http/s';

/** `example.com`: labels parted by dots, in ASCII, without www in front. */
export function isPlainDomain(text: string): boolean {
  return (
    text.length <= 253 &&
    !text.startsWith("www.") &&
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/.test(text)
  );
}
