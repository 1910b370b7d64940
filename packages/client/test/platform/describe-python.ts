import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { sayIsSkipped } from '@platform/testing';
import { Webhook } from 'standardwebhooks';

import { OPERATIONS } from '../../src/generated/operations.ts';
import { startScriptedServer } from '../scripted-server.ts';
import type { Stage } from './start.ts';

const run = promisify(execFile);
const SECRET = `whsec_${Buffer.from('the secret of the readme').toString('base64')}`;

/** Python 3.9 or newer, which the client says it needs. */
const hasPython = (): boolean => {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The README's programs, in their order. */
const readPrograms = async (): Promise<string[]> => {
  const readme = await readFile(new URL('../../python/README.md', import.meta.url), 'utf8');
  return [...readme.matchAll(/^```python\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
};

/** The wheel as its users have it: from the platform's `/downloads/`. */
export const describePython = (stage: () => Stage): void => {
  if (!hasPython()) {
    sayIsSkipped('the client for Python', 'There is no Python 3.9 or newer on the PATH.');
    describe.skip('the client for Python', () => {
      it('runs', () => undefined);
    });
    return;
  }
  describe('the client for Python', () => {
    let folder: string;
    let wheel: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'python-client-'));
      const { url } = stage().platform;
      const index = (await (await fetch(`${url}/downloads/index.json`)).json()) as {
        packages: { file: string }[];
      };
      const file = index.packages.find((one) => one.file.endsWith('.whl'))?.file ?? '';
      wheel = join(folder, file);
      await writeFile(wheel, Buffer.from(await (await fetch(`${url}/downloads/${file}`)).arrayBuffer()));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    /** What a program prints; Python imports from wheels without installing them. */
    const output = async (code: string, variables: Record<string, string> = {}): Promise<string> => {
      const path = join(folder, 'program.py');
      await writeFile(path, code);
      const { url, key } = stage().platform;
      const env = { PATH: process.env['PATH'], PYTHONPATH: wheel, DAP_URL: url, DAP_KEY: key, ...variables };
      const { stdout, stderr } = await run('python3', ['-W', 'error', path], { env, cwd: folder });
      expect(stderr).toBe('');
      return stdout;
    };

    it('has a method for every operation', async () => {
      const ids = Object.keys(OPERATIONS);
      const stdout = await output(`
import json, keyword, re
from design_and_analytics import Platform
platform = Platform("http://x", "k")
missing = []
for id in json.loads(${JSON.stringify(JSON.stringify(ids))}):
    node = platform
    for name in re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), id).split("."):
        node = getattr(node, name, None) or getattr(node, name + "_", None)
    if not callable(node): missing.append(id)
print(missing)
`);
      expect(stdout).toBe('[]\n');
      expect(ids.length).toBeGreaterThan(150);
    });

    it('runs the examples of its README', async () => {
      const printed: string[] = [];
      for (const code of await readPrograms())
        printed.push(await output(code.replace('https://example.com/', stage().page)));
      expect(printed).toEqual([
        expect.stringContaining('<script defer src='),
        expect.stringMatching(/^First key \[[^]*\n1 of 1\n$/m),
        expect.stringMatching(/^\d+ (good|decent|bad)\n\S+\.css \d+\n$/),
        expect.stringMatching(/^422 \S+ \{'domain': \[.*\]\} [\w-]+\n$/),
      ]);
    });

    it('refuses to ask for a collection in place of a record, and reads pictures and next pages', async () => {
      const stdout = await output(`
import os
from design_and_analytics import Platform, PlatformError
platform = Platform(os.environ["DAP_URL"], os.environ["DAP_KEY"])
for nothing in ("", " ", "..", None, True):
    try: platform.palettes.show(nothing)
    except PlatformError as error: print(error.code)
made = [platform.palettes.create(base_color=color)["id"] for color in ("#cc6633", "#33cc66")]
print(set(made) <= {palette["id"] for palette in platform.palettes.list(limit=1)})
picture = platform.palettes.picture(made[0])
print(picture.media_type, picture.content[:4])
print([platform.palettes.delete(id) is not None or True for id in made])
print(platform.request("get", "/health/live").json())
`);
      expect(stdout).toMatch(
        /^(invalid_argument\n){5}True\nimage\/(png|svg\+xml|webp) b.*\n\[True, True\]\n\{.*\}\n$/,
      );
    });

    it('tries again where that can help, with one idempotency key, and follows no redirect', async () => {
      const answers = [
        { status: 503, headers: { 'Retry-After': '0' } },
        { cut: true },
        { half: 'cut' as const, body: { data: { id: 'wsp_1' } } },
        { body: { data: { id: 'wsp_1' } } },
        { status: 307, headers: { Location: 'http://127.0.0.1:1/' } },
        { status: 502, body: '<html>' },
        { body: 'a page' },
        { hang: true },
      ];
      const server = await startScriptedServer((_, index) => answers[index] ?? { status: 500 });
      try {
        const stdout = await output(
          `
import os
from design_and_analytics import Platform, PlatformError, Request
platform = Platform(os.environ["SERVER"], "k")
print(platform.workspaces.create(name="a"))
for request in (None, Request(max_retries=0), None, Request(max_retries=0, timeout=0.2)):
    try: print(platform.account.show(request=request))
    except PlatformError as error: print(type(error).__name__, error.code)
`,
          { SERVER: server.url },
        );
        expect(stdout.split('\n')).toEqual([
          "{'id': 'wsp_1'}",
          'ApiError http_307',
          'ApiError http_502',
          'PlatformError unreadable_answer',
          'ConnectionFailed timeout',
          '',
        ]);
        const keys = server.requests.slice(0, 4).map(({ headers }) => headers['idempotency-key']);
        expect(new Set(keys).size).toBe(1);
        expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
        expect(server.requests).toHaveLength(8);
      } finally {
        await server.close();
      }
    });

    it('verifies webhooks, and no others', async () => {
      const at = new Date();
      const body = JSON.stringify({
        type: 'report.generated',
        timestamp: at.toISOString(),
        data: { a: 'é' },
      });
      const signature = new Webhook(SECRET).sign('msg_1', at, body);
      const seconds = String(Math.floor(at.getTime() / 1000));
      const stdout = await output(
        `
import os
from design_and_analytics import WebhookError, verify_webhook
body = os.environ["BODY"]
headers = {"Webhook-Id": "msg_1", "webhook-timestamp": os.environ["AT"], "webhook-signature": "v1,AA== " + os.environ["SIGNED"]}
print(verify_webhook(body.encode(), headers, [os.environ["OTHER"], os.environ["SECRET"]])["type"])
for text, changed, secret in ((body + " ", {}, os.environ["SECRET"]), (body, {"webhook-timestamp": "1"}, os.environ["SECRET"]),
                              (body, {"webhook-signature": "é"}, os.environ["SECRET"]), (body, {"Webhook-Id": ""}, os.environ["SECRET"]), (body, {}, "whsec_")):
    try: print(verify_webhook(text, {**headers, **changed}, secret))
    except WebhookError as error: print(error.code)
`,
        {
          BODY: body,
          SIGNED: signature,
          AT: seconds,
          SECRET,
          OTHER: `whsec_${Buffer.from('other').toString('base64')}`,
          PYTHONUTF8: '1',
        },
      );
      expect(stdout.split('\n')).toEqual([
        'report.generated',
        'webhook_signature_invalid',
        'webhook_timestamp_invalid',
        'webhook_signature_invalid',
        'webhook_header_missing',
        'webhook_secret_invalid',
        '',
      ]);
    });
  });
};
