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

  it('permits an address on the port that its entry names, and on no other', () => {
    const one = createAddressPolicy(['127.0.0.1:3000', '[::1]:3000', '10.0.0.1:80']);
    for (const address of ['127.0.0.1', '::1']) expect(one.permits(address, 3000)).toBe(true);
    for (const address of ['127.0.0.1', '::1', '127.0.0.2', '10.0.0.1'])
      for (const port of [80, 443, 3001, 8080])
        expect([address, port, one.permits(address, port)]).toEqual([
          address,
          port,
          address === '10.0.0.1' && port === 80,
        ]);
    expect([3000, 3001, 443].map((port) => one.mayPermitPort(port))).toEqual([true, false, true]);
  });

  it.each([
    ...['127.0.0.1:', '127.0.0.1:x', '::1:x', '[::1]', '[127.0.0.1:80', 'localhost:80', '10.0.0.0/8:80'],
    ...['localhost', '10.0.0.0/33', '10.0.0/8', '::/129', '', '10.0.0.0/8/9', 'fe80::1%eth0', '*'],
  ])('refuses the entry %j', (entry) => {
    expect(() => createAddressPolicy([entry])).toThrow('neither an IP address nor a CIDR block');
  });
});
