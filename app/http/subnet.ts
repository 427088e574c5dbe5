import { isIPv4 } from "node:net";
import { networkOf } from "./request/rate-limit.ts";

/** The network that an address is one of: an IPv4 address' /24, an IPv6 one's /64. What is no address stands for itself. */
export function subnetOf(ip: string): string {
  const network = networkOf(ip);
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf("."))}.0/24` : network;
}
