import { randomBytes } from 'node:crypto';

import { createTokenSigner } from '@platform/pages';

const secret = randomBytes(32);
const LATER = 4_000_000_000;

describe('a token', () => {
  it('is valid for its purpose only, and until it expires', () => {
    let time = 0;
    const signer = createTokenSigner(secret, () => time);
    const token = signer.sign(['report', '7'], 100);
    expect(signer.verify(['report', '7'], token)).toBe(true);
    expect(signer.verify(['report', '8'], token)).toBe(false);
    expect(signer.verify(['report,7'], token)).toBe(false);
    expect(createTokenSigner(randomBytes(32), () => time).verify(['report', '7'], token)).toBe(false);
    time = 100_000;
    expect(signer.verify(['report', '7'], token)).toBe(false);
  });

  it('has one spelling: no other last character opens what it opens', () => {
    const signer = createTokenSigner(secret);
    const token = signer.sign(['report', '7'], LATER);
    const others = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_').map(
      (last) => token.slice(0, -1) + last,
    );
    expect(others.filter((other) => signer.verify(['report', '7'], other))).toEqual([token]);
  });

  it('says no to anything else', () => {
    const signer = createTokenSigner(secret);
    for (const text of [
      '',
      '.',
      '1.',
      `${LATER}`,
      `${LATER}.${'a'.repeat(42)}`,
      `0${LATER}.${'a'.repeat(43)}`,
    ])
      expect(signer.verify(['report', '7'], text)).toBe(false);
    expect(() => createTokenSigner(Buffer.from('short'))).toThrow(/32 bytes/);
  });
});
