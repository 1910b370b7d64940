import { randomBytes } from 'node:crypto';

import { createLinkSigner } from '@platform/page-access';

const secret = randomBytes(32);
const LATER = 4_000_000_000;

describe('a signature', () => {
  it('is valid for its purpose only, and until it expires', () => {
    let time = 0;
    const signer = createLinkSigner(secret, () => time);
    const signature = signer.sign(['report', '7'], 100);
    expect(signer.verify(['report', '7'], signature)).toBe(true);
    expect(signer.verify(['report', '8'], signature)).toBe(false);
    expect(signer.verify(['report,7'], signature)).toBe(false);
    expect(createLinkSigner(randomBytes(32), () => time).verify(['report', '7'], signature)).toBe(false);
    time = 100_000;
    expect(signer.verify(['report', '7'], signature)).toBe(false);
  });

  it('has a single spelling: no other last character is accepted', () => {
    const signer = createLinkSigner(secret);
    const signature = signer.sign(['report', '7'], LATER);
    const others = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_').map(
      (last) => signature.slice(0, -1) + last,
    );
    expect(others.filter((other) => signer.verify(['report', '7'], other))).toEqual([signature]);
  });

  it('refuses anything else', () => {
    const signer = createLinkSigner(secret);
    for (const text of [
      '',
      '.',
      '1.',
      `${LATER}`,
      `${LATER}.${'a'.repeat(42)}`,
      `0${LATER}.${'a'.repeat(43)}`,
    ])
      expect(signer.verify(['report', '7'], text)).toBe(false);
    expect(() => createLinkSigner(Buffer.from('short'))).toThrow(/32 bytes/);
  });
});
