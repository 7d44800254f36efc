import { isIPv4, isIPv6 } from 'node:net';

/** The network whose limits an address shares: an IPv4 address, or an IPv6 /64. Invalid ones share `unknown`. */
export function findNetwork(address: string): string {
  if (isIPv4(address)) return address;
  const withoutZone = address.split('%', 1)[0] ?? '';
  if (!isIPv6(withoutZone)) return 'unknown';
  const groups = parseGroups(withoutZone);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? toIpv4(groups) : `${groups.slice(0, 4).join(':')}::/64`;
}

/** Eight groups in hexadecimal without leading zeros. The URL parser knows every spelling. */
function parseGroups(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function toIpv4(groups: string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
