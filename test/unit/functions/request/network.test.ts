import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNetwork } from '../../../../functions/request/network.ts';
import { check } from '../../../support/properties.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['0000:0000:0000:0000:0000:ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is in the network %s', (address, network) => {
  expect(findNetwork(address)).toBe(network);
});

test('invalid addresses share one network', () => {
  for (const nonsense of ['', 'unknown', '203.0.113', '203.0.113.7, 198.51.100.1', '[::1]', '2001:db8::1:']) {
    expect(findNetwork(nonsense)).toBe('unknown');
  }
});

test('every spelling of an IPv6 address is in one network', () => {
  check(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
      const long = groups.map((group) => group.toString(16).padStart(4, '0')).join(':');
      const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
      expect(findNetwork(short)).toBe(findNetwork(long.toUpperCase()));
    }),
  );
});
