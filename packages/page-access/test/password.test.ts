import { hashPassword, verifyPassword } from '@platform/page-access';

describe('page passwords', () => {
  it('verifies the hashed password and no other', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    expect(await verifyPassword('correct horse ', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it('uses a salt: equal passwords have different hashes', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('accepts a password in any Unicode normal form', async () => {
    expect(await verifyPassword('Zo\u0065\u0308', await hashPassword('Zo\u00eb'))).toBe(true);
  });

  it('still verifies hashes made at another cost', async () => {
    // RFC 7914, section 12: N=1024, r=8, p=16, the first 32 bytes; the key of a longer output
    // starts alike.
    const key = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex');
    const hash = `scrypt$1024$8$16$${Buffer.from('NaCl').toString('base64url')}$${key.toString('base64url')}`;
    expect(await verifyPassword('password', hash)).toBe(true);
    expect(await verifyPassword('Password', hash)).toBe(false);
  });

  it('throws for a malformed hash instead of calling the password wrong', async () => {
    await expect(verifyPassword('x', 'plain text')).rejects.toThrow('This is not a password hash');
  });
});
