import { describe, expect, it } from 'vitest';
import { networkOf } from './network.ts';

describe('The network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', null],
    ['::ffff:192.0.2.7', '192.0.2.7', null],
    ['::ffff:c000:207', '192.0.2.7', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:ff02::1', '2001:db8:1:ff02::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
    ['::1', '::/64', '::/48'],
    ['192.0.2.7:50123', '192.0.2.7', null],
    ['[2001:db8:1:2::7]:50123', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['[2001:db8:1:2::7]', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['unknown', 'unknown', null],
    [undefined, 'unknown', null],
  ])('of %s is %s, within %s', (address, narrow, wide) => {
    expect(networkOf(address)).toEqual({ narrow, wide });
  });
});
