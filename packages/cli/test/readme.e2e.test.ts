import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ROOT, run, usePlatform } from './platform-harness.ts';

const { platform, page, folder, client } = usePlatform();

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

interface Shown {
  code: number;
  out: string;
}

/** A block of code of the README. */
const block = async (language: string): Promise<string> => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(readme)?.[1];
  if (found === undefined) throw new Error(`The README has no block of ${language}.`);
  return found;
};

describe("the README's lines", () => {
  let cwd: string;
  let siteKey: string;
  /** Runs a line as somebody does who pastes it, with their own platform, page and website in it. */
  const paste = async (line: string): Promise<Shown> => {
    const exports = (await block('sh')).split('\n').filter((text) => text.startsWith('export '));
    const script = [...exports, `dap() { ${process.execPath} ${MAIN} "$@"; }`, line]
      .join('\n')
      .replace('https://platform.example.com', platform().url)
      .replace('dak_…', platform().key)
      .replace('https://example.com/', page())
      .replace('KEY ', `${siteKey} `)
      .replace(/KEY$/, siteKey);
    const options = { cwd, env: { ...process.env, BROWSER: 'true', DAP_URL: '', DAP_KEY: '' } };
    return run('bash', ['-c', script], options).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      (error: unknown) => {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
        return { code, out: stdout + stderr };
      },
    );
  };

  beforeAll(async () => {
    cwd = join(folder(), 'project');
    await mkdir(join(cwd, 'node_modules', '@design-and-analytics'), { recursive: true });
    await symlink(join(ROOT, 'packages', 'cli'), join(cwd, 'node_modules', '@design-and-analytics', 'cli'));
    const palette = await client().palettes.create({ base_color: '#3366cc' });
    const theme = await client().themes.create({ palette_id: palette.id, name: 'Ocean', tokens: {} });
    const config = (await block('ts')).replace('pal_…', palette.id).replace('thm_…', theme.id);
    await writeFile(join(cwd, 'dap.config.ts'), config);
    siteKey = (await client().websites.create({ domain: 'shop.example' })).site_key;
    const event = { url: 'https://shop.example/', user_agent: 'Firefox/140.0', ip: '203.0.113.7' };
    await writeFile(join(cwd, 'visits.ndjson'), `${JSON.stringify(event)}\n`);
  });

  it('say what they do: each command, in the order in which they stand', async () => {
    const lines = (await block('sh')).split('\n').filter((line) => line.startsWith('dap '));
    const shown = new Map<string, Shown>();
    for (const line of lines) shown.set(line.split(' ').slice(0, 3).join(' '), await paste(line));
    expect([...shown.keys()]).toEqual([
      'dap report check',
      'dap tokens pull',
      'dap tokens check',
      'dap events import',
      'dap annotate shop.example',
      'dap keys create',
      'dap open docs',
    ]);
    // The page is served without TLS, and nothing may fail in security.
    const { 'dap report check': report, ...others } = Object.fromEntries(shown);
    expect(report).toMatchObject({ code: 1, out: expect.stringContaining(page()) });
    for (const [line, { code, out }] of Object.entries(others))
      expect([line, code, out]).toEqual([line, 0, out]);
    expect(await readFile(join(cwd, 'src/brand.css'), 'utf8')).toContain('-brand-');
    expect(await readFile(join(cwd, 'ios/Theme.swift'), 'utf8')).toContain('Theme');
    expect(shown.get('dap events import')?.out).toContain('1');
    expect(shown.get('dap keys create')?.out).toContain('dak_');
  });
});
