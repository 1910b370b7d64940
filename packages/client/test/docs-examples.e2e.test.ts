import { execFile, execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';

import { joinPlatform, sayIsSkipped } from '@platform/testing';
import type { SharedPlatform } from '@platform/testing';

import { createPlatform } from '../src/index.ts';

const run = promisify(execFile);

const isThere = (program: string, ...version: string[]): boolean => {
  try {
    execFileSync(program, version, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

interface Interpreter {
  readonly language: string;
  readonly file: string;
  readonly program: string;
  readonly version: string;
}

const INTERPRETERS: readonly Interpreter[] = [
  { language: 'curl', file: 'example.sh', program: 'bash', version: '--version' },
  { language: 'javascript', file: 'example.mjs', program: process.execPath, version: '--version' },
  { language: 'python', file: 'example.py', program: 'python3', version: '--version' },
  { language: 'php', file: 'example.php', program: 'php', version: '--version' },
];

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

let platform: SharedPlatform;
let folder: string;
let operations: { id: string; method: string }[];

beforeAll(async () => {
  platform = await joinPlatform();
  folder = await mkdtemp(join(tmpdir(), 'docs-examples-'));
  // `curl` alone succeeds whatever the status is.
  await writeFile(join(folder, '.curlrc'), 'fail\nsilent\nshow-error\n');
  const document = (await (await fetch(`${platform.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  operations = Object.values(document.paths).flatMap((item) =>
    Object.entries(item)
      .filter(([, operation]) => typeof operation.operationId === 'string')
      .map(([method, operation]) => ({ id: operation.operationId, method })),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The program that the page of an operation shows. */
const exampleOf = async (operation: string, language: string): Promise<string> => {
  const page = await (await fetch(`${platform.url}/docs/operations/${operation}`)).text();
  const [, text] = new RegExp(`<div data-language="${language}">.*?<code>(.*?)</code>`, 's').exec(page) ?? [];
  if (text === undefined) throw new Error(`${operation} has no example in ${language}.`);
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? '');
};

/** The steps of a day with the API, each the example of its operation. */
const STEPS = [
  'websites.create',
  'websites.list',
  'websites.show',
  'websites.update',
  'stats.query',
  'websites.goals.create',
  'websites.drops',
  'palettes.create',
  'palettes.show',
  'palettes.picture',
  'contrast.list',
  'themes.create',
  'tokens.formats',
  'keys.showSelf',
  'usage.list',
  'websites.delete',
];

const describeLanguage = (interpreter: Interpreter): void => {
  const { language, file, program, version } = interpreter;
  const title = `the examples in ${language}`;
  if (!isThere(program, version)) {
    sayIsSkipped(title, `There is no ${program} on the PATH.`);
    describe.skip(title, () => {
      it('run', () => undefined);
    });
    return;
  }
  describe(`the examples in ${language}`, () => {
    it('run as they are shown, with the ids of real records', async () => {
      const api = createPlatform({ url: platform.url, key: platform.key });
      const taken = (await api.websites.list({ search: 'shop.example' })).items;
      for (const { id } of taken) await api.websites.delete(id);
      const ids = { website: '', palette: '' };
      for (const step of STEPS) {
        const code = (await exampleOf(step, language))
          .replaceAll(/\/(websites|stats)\/\d+/g, (_, kind: string) => `/${kind}/${ids.website}`)
          .replaceAll(/pal_\w+/g, ids.palette);
        const path = join(folder, file);
        await writeFile(path, code);
        const { stdout } = await run(program, [path], {
          env: { PATH: process.env['PATH'], DAP_KEY: platform.key, CURL_HOME: folder, HOME: folder },
        }).catch((error: unknown) => {
          throw new Error(`${step}: ${String((error as { stderr?: string }).stderr)}\n${code}`);
        });
        // The other languages print the status; JavaScript and PHP don't fail by it.
        if (language !== 'curl')
          expect([step, stdout]).toEqual([step, expect.stringMatching(/^(HTTP\/1.1 )?20[01]/)]);
        if (step === 'websites.create') {
          const [made] = (await api.websites.list({ search: 'shop.example' })).items;
          ids.website = String(made?.id);
        }
        if (step === 'palettes.create')
          ids.palette = (await api.palettes.list({ limit: 1 })).items[0]?.id ?? '';
      }
      expect((await api.websites.list({ search: 'shop.example' })).items).toEqual([]);
    });

    it('verify messages to webhooks, and refuse those of others', async () => {
      const secret = `whsec_${randomBytes(24).toString('base64')}`;
      const body = JSON.stringify({ type: 'key.revoked', data: { name: 'Grüße' } });
      const id = 'evt_1';
      const timestamp = String(Math.floor(Date.now() / 1000));
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      const code = await exampleOf('webhook.key.revoked', language);
      const verify = async (signed: string): Promise<boolean> => {
        await writeFile(join(folder, 'body'), body);
        const headers = JSON.stringify({
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,bm90aGluZw== v1,${signed}`,
        });
        const calls: Readonly<Record<string, string>> = {
          curl: '',
          javascript: `console.log(verify(${headers}, ${JSON.stringify(body)}, process.env.WEBHOOK_SECRET).type);`,
          python: `import os\nprint(verify(json.loads(${JSON.stringify(headers)}), open("body", "rb").read(), os.environ["WEBHOOK_SECRET"])["type"])\n`,
          php: `echo verify(json_decode('${headers}', true), file_get_contents('body'), getenv('WEBHOOK_SECRET'))['type'];`,
        };
        const path = join(folder, file);
        await writeFile(path, `${code}\n${calls[language] ?? ''}`);
        const env = {
          PATH: process.env['PATH'],
          WEBHOOK_SECRET: secret,
          WEBHOOK_ID: id,
          WEBHOOK_TIMESTAMP: timestamp,
        };
        const answer = await run(program, [path], { cwd: folder, env }).catch(() => undefined);
        return language === 'curl'
          ? answer?.stdout.trim() === signed
          : answer?.stdout.trim() === 'key.revoked';
      };
      expect(await verify(signature)).toBe(true);
      const forged = createHmac('sha256', 'another key').update(body).digest('base64');
      expect(await verify(forged)).toBe(false);
    });

    it('are well formed for every operation', async () => {
      const programs: { id: string; code: string }[] = [];
      for (const { id } of operations) programs.push({ id, code: await exampleOf(id, language) });
      expect(programs.length).toBeGreaterThan(150);
      if (language === 'javascript') {
        for (const { id, code } of programs)
          expect(() => new Script(`(async () => {${code}})`, { filename: id })).not.toThrow();
        return;
      }
      if (language === 'python') {
        const checker =
          'import json, sys\nfor program in json.load(open("programs.json")):\n    compile(program["code"], program["id"], "exec")\n';
        await writeFile(join(folder, 'programs.json'), JSON.stringify(programs));
        await writeFile(join(folder, 'check.py'), checker);
        await run(program, ['check.py'], { cwd: folder });
        return;
      }
      if (language === 'php') {
        for (const { id, code } of programs.slice(0, 40)) {
          await writeFile(join(folder, file), code);
          await run(program, ['-l', file], { cwd: folder }).catch((error: unknown) => {
            throw new Error(`${id}: ${String(error)}`);
          });
        }
        return;
      }
      const functions = programs.map(({ code }, at) => `example_${at}() {\n${code}\n}\n`).join('');
      await writeFile(join(folder, file), functions);
      await run(program, ['-n', file], { cwd: folder });
    });
  });
};

INTERPRETERS.forEach(describeLanguage);
