import { COMMANDS } from '../src/run-cli.ts';
import { runDap } from './run-dap.ts';

const NAMES = COMMANDS.map(({ name }) => name);

describe('dap', () => {
  it('lists its commands and exit codes, and exits with 0 when asked for help, otherwise with 2', async () => {
    for (const argv of [['--help'], ['-h'], ['help']]) {
      const { exitCode, out } = await runDap(argv);
      expect(exitCode).toBe(0);
      for (const name of NAMES) expect(out).toContain(`  ${name} `);
      expect(out).toMatch(/Exit codes:\n {2}0 /);
    }
    expect(await runDap([])).toMatchObject({ exitCode: 2, out: expect.stringContaining('Usage: dap') });
  });

  it.each(['--version', '-V', 'version'])('says by %s which one it is', async (word) => {
    expect(await runDap([word])).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/^dap \d+\.\d+\.\d+\n$/),
    });
    expect((await runDap([word, '--json'])).json()).toEqual({ version: expect.any(String) });
  });

  it.each(NAMES)('explains %s, as text and as JSON', async (name) => {
    const text = await runDap([...name.split(' '), '--help']);
    expect(text).toMatchObject({ exitCode: 0, err: '' });
    for (const option of ['--json', '--help', 'DAP_URL', 'DAP_KEY']) expect(text.out).toContain(option);
    const json = await runDap([...name.split(' '), '--help', '--json']);
    expect(json.json()).toMatchObject({ name, options: expect.any(Object) });
  });

  it.each([
    [['nope'], 'There is no command "nope"'],
    [['report'], 'There are: report check.'],
    [['keys', 'nope'], 'keys list, keys create, keys rotate, keys revoke'],
    [['keys', 'list', '--nope'], "'--nope'"],
    [['keys', 'create', '--name'], '--name'],
    [['keys', 'create', '--name', 'x'], 'at least one --scope'],
    [['keys', 'create', '--name', 'x', '--scope', 'a', '--expires', 'soon'], '2027-01-31'],
    [
      ['keys', 'create', '--name', 'x', '--scope', 'a', '--rate-limit', '0'],
      '--rate-limit takes a number from 1',
    ],
    [['keys', 'revoke'], 'dap keys list'],
    [['keys', 'rotate', 'a', 'b'], 'one key'],
    [['report', 'check'], 'Which page?'],
    [['report', 'check', 'example.com'], 'is not the address of a page'],
    [['report', 'check', 'ftp://example.com'], 'is not the address of a page'],
    [['report', 'check', 'https://example.com', '--min-score', '101'], 'from 0 to 100, not "101"'],
    [['report', 'check', 'https://example.com', '--min-score', 'seo='], '--min-score'],
    [['report', 'check', 'https://example.com', '--baseline', 'first'], 'takes "last"'],
    [['report', 'check', 'https://example.com', '--max-drop', '5'], '--max-drop needs --baseline last'],
    [['events', 'import'], 'one file'],
    [['events', 'import', 'package.json'], 'NDJSON or CSV'],
    [['events', 'import', 'no-such-file.csv'], 'cannot be read'],
    [['annotate'], 'a website and a text'],
    [['annotate', '7'], 'a website and a text'],
    [['annotate', '7', '--deployment'], 'a website and a text'],
    [['open', 'window'], 'dap open takes'],
    [['open', 'report'], 'dap open takes'],
    [['keys', 'list', '--url', 'nonsense'], 'nonsense is not an address'],
  ])('exits with 2 on %j, saying why', async (argv, words) => {
    const env = { DAP_KEY: 'dak_x', DAP_URL: 'http://127.0.0.1:9' };
    const text = await runDap(argv, { env });
    expect(text).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining(words) });
    const json = await runDap([...argv, '--json'], { env });
    expect(json.exitCode).toBe(2);
    expect(json.json()).toMatchObject({ error: { code: 'usage' } });
  });

  it('takes what every command takes in front of the command, too', async () => {
    const env = { DAP_KEY: 'dak_x' };
    for (const argv of [
      ['--json', '--url', 'http://127.0.0.1:9', 'keys', 'list'],
      ['--url=http://127.0.0.1:9', 'keys', 'list', '--json'],
    ]) {
      const { exitCode, json } = await runDap(argv, { env });
      expect([exitCode, json()]).toMatchObject([3, { error: { code: 'connection_failed' } }]);
    }
    expect((await runDap(['--json', 'nope'])).json()).toMatchObject({
      error: { message: expect.stringContaining('There is no command "nope') },
    });
  });

  it('exits with 2 without a key, and with 3 when the platform cannot be reached', async () => {
    expect(await runDap(['keys', 'list'])).toMatchObject({
      exitCode: 2,
      err: 'dap: Set DAP_KEY to an API key.\n',
    });
    const env = { DAP_KEY: 'dak_x', DAP_URL: 'http://127.0.0.1:9' };
    const { exitCode, json } = await runDap(['keys', 'list', '--json'], { env });
    expect([exitCode, json()]).toEqual([
      3,
      { error: { code: 'connection_failed', message: 'The platform cannot be reached.' } },
    ]);
  });
});
