import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usePlatform } from './platform-harness.ts';

const { folder, env, dap, client } = usePlatform();

describe('dap events import', () => {
  const event = (index: number): object => ({
    name: 'pageview',
    url: `https://imported.example/${index % 7}`,
    time: new Date(Date.now() - 86_400_000 + index * 1000).toISOString(),
    ip: `192.0.2.${index % 200}`,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const lines = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => `${JSON.stringify(event(from + index))}\n`).join('');
  let siteKey: string;

  beforeAll(async () => {
    siteKey = (await client().websites.create({ domain: 'imported.example' })).site_key;
  });

  const load = async (file: string, ...more: string[]) => {
    const ran = await dap('events', 'import', file, `--site-key=${siteKey}`, '--json', ...more);
    return { exitCode: ran.exitCode, ...(ran.json() as object) };
  };

  it('stores each row of NDJSON once, however often it is imported', async () => {
    await writeFile(join(folder(), 'a.ndjson'), lines(2_300));
    expect(await load('a.ndjson')).toMatchObject({ exitCode: 0, rows: 2_300, stored: 2_300, refused: 0 });
    expect(await load('a.ndjson')).toMatchObject({ stored: 0, dropped: { duplicate: 2_300 } });
    // Only rows that were added since then are new.
    await appendFile(join(folder(), 'a.ndjson'), lines(10, 5_000));
    expect(await load('a.ndjson')).toMatchObject({ stored: 10, dropped: { duplicate: 2_300 } });
  });

  it('reports refused rows by line, and stores the others', async () => {
    const bad = ['oops\n', '[]\n', '\n', '{"name":"pageview"}\n', '{"name":"signup","time":"yesterday"}\n'];
    await writeFile(join(folder(), 'b.jsonl'), lines(2, 9_000) + bad.join(''));
    const result = await load('b.jsonl');
    expect(result).toMatchObject({ exitCode: 1, rows: 6, stored: 2, refused: 4 });
    const { refusals } = result as unknown as { refusals: { line: number; reason: string }[] };
    expect(refusals.map(({ line }) => line).sort()).toEqual([3, 4, 6, 7]);
    expect(refusals.find(({ line }) => line === 7)?.reason).toMatch(/^time /);
  });

  it('reads CSV with properties', async () => {
    const head = 'name,url,time,props.plan\r\n';
    const row = `signup,https://imported.example/,${new Date(Date.now() - 3_600_000).toISOString()},"gold, ""x"""\r\n`;
    await writeFile(join(folder(), 'c.csv'), `\uFEFF${head}${row}${row}too,few\r\n`);
    expect(await load('c.csv')).toMatchObject({ exitCode: 1, rows: 3, stored: 2, refused: 1 });
  });

  it('reads files that begin with a byte order mark', async () => {
    const time = new Date(Date.now() - 3_600_000).toISOString();
    await writeFile(
      join(folder(), 'bom.csv'),
      `\uFEFF"name","url","time"\n"signup","https://imported.example/","${time}"\n`,
    );
    expect(await load('bom.csv')).toMatchObject({ exitCode: 0, rows: 1, stored: 1 });
    await writeFile(join(folder(), 'bom.ndjson'), `\uFEFF${lines(2, 12_000)}`);
    expect(await load('bom.ndjson')).toMatchObject({ exitCode: 0, rows: 2, stored: 2 });
  });

  it('resumes where it was interrupted', async () => {
    await writeFile(join(folder(), 'd.ndjson'), lines(3_000, 20_000));
    const cancel = new AbortController();
    const { runCli } = await import('../src/run-cli.ts');
    const exitCode = await runCli(
      ['events', 'import', 'd.ndjson', `--site-key=${siteKey}`],
      // Progress is first reported after a thousand rows.
      {
        env: env(),
        cwd: folder(),
        out: () => undefined,
        err: () => {
          cancel.abort();
        },
      },
      cancel.signal,
    );
    expect(exitCode).toBe(130);
    const rest = await load('d.ndjson');
    expect(rest).toMatchObject({ exitCode: 0, rows: 3_000, stored: 3_000, dropped: {} });
    await expect(readFile(join(folder(), 'd.ndjson.dap-progress'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
