import { createAddressPolicy } from '@platform/guard';
import { cases } from '@platform/testing';
import fc from 'fast-check';

import { parseTargetUrl } from '../src/address-policy.ts';
import { GuardError } from '../src/guard-error.ts';

const policy = createAddressPolicy();

/**
 * Hosts that must never be dialled, in every notation that WHATWG URL accepts, and some that it
 * does not.
 */
const HOSTILE_HOSTS = [
  // Loopback, this host, private and link-local networks
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0.0.0.0', '0', '10.0.0.1', '10.255.255.255'],
  ...[
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    '169.254.0.1',
    '100.64.0.1',
    '100.127.255.255',
  ],
  // The same in decimal, octal, hexadecimal, mixed, with a trailing dot, percent-encoded, in
  // full-width and circled digits
  ...[
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '0x7f.0x0.0x0.0x1',
    '127.0.0.1.',
    '3232235521',
  ],
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127。0。0。1', '①②⑦.⓪.⓪.①', '0xA9FEA9FE', '2852039166'],
  // Metadata and platform addresses of clouds
  ...[
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    '[fd00:ec2::254]',
    '[fe80::a9fe:a9fe]',
  ],
  // Protocol assignments, documentation, benchmarking, 6to4 relay, multicast, reserved, broadcast
  ...['192.0.0.1', '192.0.0.170', '192.0.2.1', '198.51.100.7', '203.0.113.7', '198.18.0.1', '198.19.255.255'],
  ...['192.88.99.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  // IPv6: loopback, unspecified, compatible, mapped, translated, NAT64, 6to4, Teredo, ORCHID,
  // discard, local, multicast
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ],
  ...[
    '[::ffff:0:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::a00:1]',
  ],
  ...[
    '[2002:7f00:1::]',
    '[2002:a9fe:a9fe::1]',
    '[2001:0:7f00:1::]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[2001:2::1]',
  ],
  ...['[100::1]', '[fc00::1]', '[fd12:3456:789a::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[ff0e::1]'],
  ...['[2001:db8::1]', '[3fff::1]', '[5f00::1]', '[4000::1]', '[::8.8.8.8]', '[::ffff:8.8.8.8]'],
  // Zone ids and broken literals
  ...[
    '[fe80::1%25eth0]',
    '[fe80::1%eth0]',
    '[::1',
    '::1',
    '127.0.0.256',
    '0x1ffffffff',
    '[::ffff:127.0.0.1.]',
  ],
];

const PUBLIC_HOSTS = [
  ...[
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
  ],
  ...[
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.88.98.255',
  ],
  ...[
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '168.63.129.15',
    '134744072',
  ],
  ...[
    '[2606:4700:4700::1111]',
    '[2001:4860:4860::8888]',
    '[2a00:1450:4001::1]',
    '[2001:200::1]',
    '[2003::1]',
  ],
  ...['[2001:db7:ffff::1]', '[2001:db9::1]', '[3ffe:ffff::1]', '[2620:fe::fe]'],
];

const refusal = (text: string): unknown => {
  try {
    return parseTargetUrl(text, policy).href;
  } catch (error) {
    return error;
  }
};

const toNumber = (address: string): number =>
  address.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);

const toAddress = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');

describe('address policy', () => {
  it.each(HOSTILE_HOSTS)('refuses http://%s/', (host) => {
    expect(refusal(`http://${host}/`)).toEqual(new GuardError('blocked'));
    expect(refusal(`https://${host}:8443/path?query`)).toEqual(new GuardError('blocked'));
  });

  it('knows at least 48 hostile literals', () => {
    expect(new Set(HOSTILE_HOSTS).size).toBeGreaterThanOrEqual(48);
  });

  it.each(PUBLIC_HOSTS)('permits http://%s/', (host) => {
    expect(refusal(`http://${host}/`)).toBe(new URL(`http://${host}/`).href);
  });

  it('refuses no public IPv4 address and permits no special one', () => {
    // Written from IANA's registry in another form than the code's, as first and last address of
    // each block.
    const special = [
      ['0.0.0.0', '0.255.255.255'],
      ['10.0.0.0', '10.255.255.255'],
      ['100.64.0.0', '100.127.255.255'],
      ['127.0.0.0', '127.255.255.255'],
      ['168.63.129.16', '168.63.129.16'],
      ['169.254.0.0', '169.254.255.255'],
      ['172.16.0.0', '172.31.255.255'],
      ['192.0.0.0', '192.0.0.255'],
      ['192.0.2.0', '192.0.2.255'],
      ['192.88.99.0', '192.88.99.255'],
      ['192.168.0.0', '192.168.255.255'],
      ['198.18.0.0', '198.19.255.255'],
      ['198.51.100.0', '198.51.100.255'],
      ['203.0.113.0', '203.0.113.255'],
      ['224.0.0.0', '255.255.255.255'],
    ].map((range) => range.map(toNumber));
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 32 - 1 }), (number) => {
        const isSpecial = special.some(([from, to]) => number >= from! && number <= to!);
        expect(policy.permits(toAddress(number), 443)).toBe(!isSpecial);
      }),
      { numRuns: cases(3000) },
    );
    for (const [from, to] of special) {
      for (const inside of [from!, to!]) expect(policy.permits(toAddress(inside), 80)).toBe(false);
    }
  });

  it('permits only the ports that websites use', () => {
    for (const port of [80, 443, 8080, 8443]) expect(policy.permits('8.8.8.8', port)).toBe(true);
    for (const port of [0, 21, 22, 25, 53, 81, 3306, 5432, 6379, 8000, 8081, 9200, 65535])
      expect(policy.permits('8.8.8.8', port)).toBe(false);
    expect(refusal('http://example.org:22/')).toEqual(new GuardError('blocked'));
  });

  it.each([
    ...[
      'ftp://example.org/',
      'file:///etc/passwd',
      'gopher://example.org/',
      'data:text/html,x',
      'javascript:1',
    ],
    ...[
      'ws://example.org/',
      'blob:http://example.org/1',
      'http://user@example.org/',
      'http://:p@example.org/',
    ],
    ...[
      'http://',
      'http://?',
      'example.org',
      '//example.org',
      '',
      ' ',
      'http://exa mple.org/',
      'http://a..b\u0000/',
    ],
    ...['http://example.org:99999/', 'http://[::1%25lo]/', 'https:///'],
  ])('refuses %j as a target', (text) => {
    expect(refusal(text)).toEqual(new GuardError('blocked'));
  });

  it('refuses a URL of 2,100 characters as a target', () => {
    expect(refusal(`http://example.org/${'x'.repeat(2100)}`)).toEqual(new GuardError('blocked'));
  });

  it('gives malformed URLs and refused addresses the same answer', () => {
    const answers = ['no url', 'http://127.0.0.1/', 'http://8.8.8.8:22/', 'ftp://8.8.8.8/'].map(refusal);
    const messages = answers.map((answer) =>
      answer instanceof GuardError ? [answer.code, answer.message] : answer,
    );
    expect(new Set(messages.map(String)).size).toBe(1);
  });
});
