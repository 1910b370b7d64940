import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  createSecretBox,
  SecretError,
  keepKeyFile,
  parseSecretKeys,
} from '../../src/credentials/secret-box.ts';

const first = randomBytes(32);
const second = randomBytes(32);

describe('a secret box', () => {
  const box = createSecretBox([first]);

  it('gives back what was sealed, and shows nothing of it', () => {
    const sealed = box.seal('anna:päss word', 'report 7');
    expect(sealed).not.toContain('anna');
    expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('anna');
    expect(box.open(sealed, 'report 7')).toBe('anna:päss word');
  });

  it('seals the same text differently each time', () => {
    expect(box.seal('same', 'here')).not.toBe(box.seal('same', 'here'));
  });

  it('opens nothing in another place', () => {
    const sealed = box.seal('text', 'report 7');
    expect(() => box.open(sealed, 'report 8')).toThrow(SecretError);
  });

  it('notices every altered byte, and what is no sealed text', () => {
    const sealed = box.seal('text', 'place');
    const [version = '', name = '', content = ''] = sealed.split('.');
    const bytes = Buffer.from(content, 'base64url');
    for (const index of bytes.keys()) {
      const altered = Buffer.from(bytes);
      altered[index] = (altered[index] ?? 0) ^ 1;
      expect(() => box.open(`${version}.${name}.${altered.toString('base64url')}`, 'place')).toThrow(
        SecretError,
      );
    }
    for (const text of ['', 'v1', `v1.${name}`, `v1.${name}.`, `v2.${name}.${content}`, 'v1.other.AAAA'])
      expect(() => box.open(text, 'place')).toThrow(SecretError);
  });

  it('opens nothing with another key', () => {
    const sealed = createSecretBox([second]).seal('text', 'place');
    expect(() => box.open(sealed, 'place')).toThrow('not among those given');
  });

  it('seals with the newest key and still opens what older ones sealed', () => {
    const old = box.seal('text', 'place');
    const rotated = createSecretBox([second, first]);
    expect(rotated.open(old, 'place')).toBe('text');
    expect([rotated.isCurrent(old), rotated.isCurrent(rotated.seal('text', 'place'))]).toEqual([false, true]);
    const again = rotated.seal(rotated.open(old, 'place'), 'place');
    expect(createSecretBox([second]).open(again, 'place')).toBe('text');
  });

  it('needs a key', () => {
    expect(() => createSecretBox([])).toThrow('no key');
  });
});

describe('keys', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-secrets-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are read in base64 and hexadecimal, several at once', () => {
    expect(parseSecretKeys(`${first.toString('base64')},\n ${second.toString('hex')}\n`)).toEqual([
      first,
      second,
    ]);
    expect(parseSecretKeys(' \n')).toEqual([]);
  });

  it('of another length are refused by their place, without being repeated', () => {
    const bad = `${first.toString('base64')} tooShortToBeAKey`;
    expect(() => parseSecretKeys(bad)).toThrow(/^key 2 must be 32 bytes, in base64 or hexadecimal$/);
  });

  it('are made once in a file that only its owner reads', async () => {
    const path = join(folder, 'new', 'key');
    const all = await Promise.all(Array.from({ length: 8 }, () => keepKeyFile(path)));
    expect(new Set(all.map(([key]) => key?.toString('hex'))).size).toBe(1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(parseSecretKeys(await readFile(path, 'utf8'))).toEqual(all[0]);
  });

  it('that an operator put in the file are kept', async () => {
    const path = join(folder, 'given');
    await writeFile(path, `${second.toString('hex')}\n${first.toString('base64')}\n`);
    expect(await keepKeyFile(path)).toEqual([second, first]);
  });
});
