import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { Webhook } from 'standardwebhooks';

import type { PackedClient } from './install-packed.ts';
import type { Stage } from './start.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SECRET = `whsec_${Buffer.from('the secret of the readme').toString('base64')}`;

/** The TypeScript of the README, by the heading that it stands under. */
const readExamples = async (): Promise<Map<string, string>> => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  return new Map(
    readme.split(/^#+ /m).flatMap((section) => {
      const code = /^```ts\n([\s\S]*?)^```/m.exec(section)?.[1];
      return code === undefined ? [] : [[section.split('\n')[0] ?? '', code]];
    }),
  );
};

/** Options of users that are stricter than most: their own file sets no `skipLibCheck`. */
const TSC = [
  '--noEmit',
  ...['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--types', 'node'],
  ...['--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext'],
];

/** The README's examples, against the packed client and the real platform. */
export const describeReadme = (stage: () => Stage, packed: () => PackedClient): void => {
  describe("the README's examples", () => {
    const environment = () => ({
      ...process.env,
      DAP_URL: stage().platform.url,
      DAP_KEY: stage().platform.key,
      WEBHOOK_SECRET: SECRET,
    });
    let files: Map<string, string>;

    beforeAll(async () => {
      const examples = await readExamples();
      const named = [...examples].map(([heading, code]) => {
        const name = `${heading.toLowerCase().replace(/[^a-z]+/g, '-')}.ts`;
        // The tests reach no foreign host.
        return [heading, join(packed().folder, name), code.replace('https://example.com/', stage().page)];
      });
      for (const [, file = '', code = ''] of named) await writeFile(file, code);
      await symlink(join(ROOT, 'node_modules', '@types'), join(packed().folder, 'node_modules', '@types'));
      files = new Map(named.map(([heading = '', file = '']) => [heading, file]));
    });

    const output = async (heading: string): Promise<string> => {
      const { stdout, stderr } = await run(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', files.get(heading) ?? heading],
        { env: environment(), cwd: packed().folder },
      );
      expect(stderr).toBe('');
      return stdout;
    };

    it('have no type errors, nor have the types of the package', async () => {
      const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
      const checked = run(process.execPath, [tsc, ...TSC, ...files.values()], { cwd: packed().folder });
      await expect(checked).resolves.toMatchObject({ stdout: '' });
    });

    it('run, and print what they claim', async () => {
      expect(await output('@design-and-analytics/client')).toContain('<script defer src=');
      expect(await output('Lists')).toMatch(/^1 of 1\nFirst key \[ '\*', 'operators:read' \]/);
      expect(await output('Statistics')).toContain('visitors');
      expect(await output('Page reports')).toMatch(/^\d+ (good|decent|bad)\n[a-z-]+ \S/);
      expect(await output('Design tokens')).toContain('<svg');
      expect(await output('Errors')).toMatch(/^422 \S+ \{ domain: \[ .* \] \} [\w-]+\n$/);
      expect(await output('Retries, timeouts, cancelling')).toMatch(/^\d+ [\w-]+ wsp_\w+\n$/);
    });

    it('verify a webhook', async () => {
      process.env['WEBHOOK_SECRET'] = SECRET;
      const { POST } = (await import(pathToFileURL(files.get('Webhooks') ?? '').href)) as {
        POST: (request: Request) => Promise<Response>;
      };
      const body = JSON.stringify({
        type: 'report.generated',
        timestamp: new Date().toISOString(),
        data: {},
      });
      const at = new Date();
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(SECRET).sign('msg_1', at, body),
      };
      const request = (text: string) => new Request('http://x/', { method: 'POST', body: text, headers });
      expect((await POST(request(body))).status).toBe(204);
      await expect(POST(request(`${body} `))).rejects.toMatchObject({ code: 'webhook_signature_invalid' });
    });

    it('are all covered here', () => {
      expect([...files.keys()].sort()).toEqual(
        [
          ...['@design-and-analytics/client', 'Design tokens', 'Errors', 'Lists', 'Page reports'],
          ...['Retries, timeouts, cancelling', 'Statistics', 'Webhooks'],
        ].sort(),
      );
    });
  });
};
