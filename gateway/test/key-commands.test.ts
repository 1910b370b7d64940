import { readFile } from 'node:fs/promises';

import { createKeyCommands } from '../src/keys/cli.ts';
import { isWellFormedKey } from '../src/keys/api-key.ts';
import { startTestbed } from './harness.ts';
import type { Testbed } from './harness.ts';

let testbed: Testbed;
let run: ReturnType<typeof createKeyCommands>;

beforeAll(async () => {
  testbed = await startTestbed();
  run = createKeyCommands({
    store: testbed.store,
    organisations: testbed.organisations,
    service: testbed.keys,
  });
});

afterAll(() => testbed.close());

const create = async (...words: string[]) => {
  const { output } = await run(['create', '--organisation', 'Acme', '--name', 'ci', '--json', ...words]);
  return JSON.parse(output);
};

describe('keys create', () => {
  it('prints a key and its organisation', async () => {
    const { exitCode, output } = await run(['create', '--organisation', 'Acme', '--name', 'first']);
    expect(exitCode).toBe(0);
    expect(isWellFormedKey(output.split('\n')[0] ?? '')).toBe(true);
    expect(output).toContain('Acme (org_');
  });

  it('creates an organisation once', async () => {
    const [first, second] = [await create(), await create()];
    expect(first.organisation).toEqual(second.organisation);
    expect(first.key).not.toBe(second.key);
    expect(first.scopes).toEqual(['*']);
  });

  it('accepts scopes, a duration or a time, and a limit', async () => {
    const { id, organisation } = await create(
      '--scopes',
      'stats:read, keys:admin',
      '--expires',
      '90d',
      '--rate-limit',
      '10',
    );
    const key = await testbed.store.find(organisation.id, id);
    expect(key).toMatchObject({ scopes: ['stats:read', 'keys:admin'], rateLimit: 10 });
    const days = (key!.expiresAt!.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThanOrEqual(90);
  });

  it.each([
    [['create'], '--organisation'],
    [['create', '--organisation', 'Acme'], '--name'],
    [['quota', '--organisation', 'Acme', '--amount', '5'], '--unit'],
    [['quota', '--organisation', 'Acme', '--unit', 'gold', '--amount', '5'], '--unit'],
    [['quota', '--organisation', 'Acme', '--unit', 'events', '--amount', '0'], '--amount'],
    [['create', '--organisation', 'Acme', '--name', 'x', '--scopes', 'all'], 'scope'],
    [['create', '--organisation', 'Acme', '--name', 'x', '--expires', 'soon'], '--expires'],
    [['create', '--organisation', 'Acme', '--name', 'x', '--rate-limit', '0'], '--rate-limit'],
    [['create', '--organisation', 'Acme', '--name', 'x', '--colour'], '--colour'],
    [['create', 'x', '--organisation', 'Acme', '--name', 'x'], 'x is one word too many'],
    [['destroy'], 'destroy'],
    [[], 'Name a command'],
    [['revoke'], 'id of the key'],
    [['revoke', 'key_unknown'], 'no such key'],
    [['list', '--organisation', 'Nobody'], 'Nobody'],
  ])('explains a mistake: %j', async (words, hint) => {
    const { exitCode, output } = await run(words);
    expect(exitCode).toBe(2);
    expect(output).toContain(hint);
    expect(output).toContain('Usage: keys');
  });

  it('refuses an expiry in the past', async () => {
    const { exitCode, output } = await run([
      ...['create', '--organisation', 'Acme', '--name', 'x', '--expires', '2020-01-01'],
    ]);
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: 'expires_at must be in the future\n' });
  });
});

describe('keys list and revoke', () => {
  it('lists usable keys, and with --all the ended ones', async () => {
    const { id, key } = await create('--name', 'to go');
    expect((await run(['list'])).output).toContain(id);
    const { output } = await run(['revoke', key.slice(-4)]);
    expect(output).toBe(`Revoked ${id} (to go, …${key.slice(-4)}).\n`);
    expect((await run(['list', '--organisation', 'Acme'])).output).not.toContain(id);
    const all = (await run(['list', '--all'])).output;
    expect(all).toMatch(new RegExp(`${id}.*to go.*revoked`));
    const listed = JSON.parse((await run(['list', '--all', '--json'])).output);
    const shown = listed.find((item: { id: string }) => item.id === id);
    expect(shown.organisation.name).toBe('Acme');
    expect(JSON.stringify(listed)).not.toContain(key);
  });

  it('prints its usage', async () => {
    expect(await run(['--help'])).toMatchObject({ exitCode: 0, output: expect.stringContaining('--scopes') });
  });
});

describe('keys, by docs/operations.md', () => {
  it('knows every command as the page has it, and does it', async () => {
    const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const commands = [
      ...page.matchAll(/^npm run keys -- ([^#\n]*)/gm),
      ...page.matchAll(/(?:`keys|src\/keys\/cli\.ts) ((?:create|limit|quota) --organisation [^`]*)`/g),
    ].map(([, words = '']) => words.trim().split(' '));
    expect(commands.length).toBeGreaterThanOrEqual(7);
    const operator = await create('--name', 'who reads the page');
    const values: Record<string, string> = { NAME: 'Acme', N: '1200', ID: operator.id };
    for (const words of commands) {
      const { exitCode, output } = await run(words.map((word) => (values[word] ?? word).replaceAll("'", '')));
      expect([words, exitCode, output]).toEqual([words, 0, expect.any(String)]);
    }
    const found = JSON.parse((await run(['list', '--organisation', 'Operations', '--json'])).output);
    expect(found).toMatchObject([{ scopes: ['*', 'operators:read'] }]);
  });
});
