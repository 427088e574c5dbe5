import { BlockList, isIP } from "node:net";

/**
 * A network as it is kept, `192.0.2.0/24`; an address alone is a network of one.
 * @returns null for what is none
 */
export function readNetwork(text: string): string | null {
  const [address = "", bits, ...more] = text.trim().toLowerCase().split("/");
  const family = isIP(address);
  if (family === 0 || address.includes("%") || more.length > 0) return null;
  const most = family === 4 ? 32 : 128;
  if (bits === undefined) return `${address}/${most}`;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? `${address}/${Number(bits)}` : null;
}

/** Whether an address lies in one of the networks; in every one where there is none. */
export function isWithin(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  const address = plainAddress(ip);
  const family = isIP(address);
  if (family === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [start = "", bits] = network.split("/");
    list.addSubnet(start, Number(bits), isIP(start) === 4 ? "ipv4" : "ipv6");
  }
  return list.check(address, family === 4 ? "ipv4" : "ipv6");
}

/**
 * What counts as one network where somebody is told of a new one: of IPv4 the first three numbers,
 * of IPv6 the first three groups.
 */
export function neighborhoodOf(ip: string): string {
  const address = plainAddress(ip);
  if (isIP(address) === 4) return `${address.split(".").slice(0, 3).join(".")}.0/24`;
  const [before = "", after = ""] = address.split("::");
  const head = before.split(":").filter(Boolean);
  const tail = after.split(":").filter(Boolean);
  const zeros = address.includes("::") ? Math.max(0, 8 - head.length - tail.length) : 0;
  const groups = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail];
  return `${groups.slice(0, 3).join(":")}::/48`;
}

/** An IPv4 address that comes as IPv6 is one. */
function plainAddress(ip: string): string {
  const address = ip.toLowerCase().split("%")[0] ?? "";
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
