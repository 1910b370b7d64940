import { createAddressPolicy } from '@platform/guard';

describe('allow-list', () => {
  it('permits private addresses and blocks on every port, and nothing else', () => {
    const intranet = createAddressPolicy(['10.1.0.0/16', '192.168.7.7', 'fd00:1::/32', '::1']);
    for (const address of ['10.1.0.0', '10.1.255.255', '192.168.7.7', 'fd00:1::5', '::1'])
      expect(intranet.permits(address, 9000)).toBe(true);
    for (const address of ['10.0.255.255', '10.2.0.0', '192.168.7.8', 'fd00:2::5', '127.0.0.1', '8.8.8.8'])
      expect(intranet.permits(address, 9000)).toBe(false);
    expect(intranet.permits('8.8.8.8', 443)).toBe(true);
    expect(intranet.permits('fd00:1::5%eth0', 443)).toBe(false);
  });

  it.each(['localhost', '10.0.0.0/33', '10.0.0/8', '::/129', '', '10.0.0.0/8/9', 'fe80::1%eth0', '*'])(
    'refuses the entry %j',
    (entry) => {
      expect(() => createAddressPolicy([entry])).toThrow('neither an IP address nor a CIDR block');
    },
  );
});
