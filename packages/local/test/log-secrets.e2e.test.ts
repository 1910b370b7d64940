import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually, freePort } from '@platform/testing';

import { ROOT } from './run-start-script.ts';

const CANARY = 'canary0SECRET123';
const MAIL = 'canary.person@secret-mail.example';

let directory: string;
let platform: ChildProcess;
let url: string;
let key: string;
/** Answers 404 to reports, 500 to webhooks. */
let elsewhere: Server;
let output = '';

beforeAll(async () => {
  directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-canary-'));
  await chmod(directory, 0o711);
  elsewhere = createServer((request, response) =>
    response.writeHead(request.method === 'POST' ? 500 : 404).end(),
  );
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  platform = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `${ROOT}packages/local/src/main.ts`],
    {
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: directory,
        LOG_LEVEL: 'debug',
        GUARD_ALLOW: '127.0.0.1',
        OWNER_EMAIL: MAIL,
        // Nothing listens there, so every mail fails.
        SMTP_URL: `smtp://someone:${CANARY}@127.0.0.1:1`,
        RATE_LIMIT_PER_MINUTE: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  for (const stream of [platform.stdout, platform.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(() => {
    expect(output).toContain('The platform is up');
  }, 180_000);
  key = (await readFile(join(directory, 'api-key'), 'utf8')).trim();
});
afterAll(async () => {
  platform.kill('SIGTERM');
  if (platform.exitCode === null) await once(platform, 'exit');
  elsewhere.close();
  await rm(directory, { recursive: true, force: true });
});

/** Lines of the processes' logs; the banner, which shows the key, isn't one. */
const logged = (): string[] => output.split('\n').filter((line) => line.startsWith('{'));

const addressOf = (path: string): string =>
  `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}${path}?token=${CANARY}#${CANARY}`;

const call = async (
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: unknown }> => {
  const answer = await fetch(
    `${url}${path}${path.includes('?') ? '&' : '?'}token=${CANARY}&password=${CANARY}`,
    {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Referer: `https://elsewhere.example/reset?token=${CANARY}`,
        Cookie: `session=${CANARY}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  const text = await answer.text();
  try {
    return { status: answer.status, body: JSON.parse(text) };
  } catch {
    return { status: answer.status, body: text };
  }
};

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

it('lets no secret of a request, a job, a mail or a webhook into a log', async () => {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|post|put|patch|delete)$/.test(method))
      .map((method) => ({ method: method.toUpperCase(), path })),
  );
  expect(operations.length).toBeGreaterThan(140);
  const body = {
    url: addressOf('/reset'),
    domain: `https://canary.example/?token=${CANARY}`,
    name: MAIL,
    email: MAIL,
    recipients: [MAIL],
    password: CANARY,
    token: CANARY,
    username: CANARY,
  };
  for (const { method, path } of operations) {
    if (path.includes('sessions') && method === 'DELETE') continue;
    await call(method, path.replaceAll(/\{[^}]+\}/g, '999'), method === 'GET' ? undefined : body);
  }

  // Jobs: a report that fails, a crawl, a webhook that is refused, an export, a mail.
  const report = await call('POST', '/api/v1/reports', { url: addressOf('/reset') });
  const site = await call('POST', '/api/v1/sites', { url: addressOf('/site'), max_pages: 1 });
  const palette = await call('POST', '/v1/palettes', { base_color: '#3b82f6', harmony: 'triadic' });
  const { id } = (palette.body as { data: { id: string } }).data;
  const exported = await call('POST', '/v1/tokens/export', { palette_id: id, format: 'css' });
  const hook = await call('POST', '/v1/webhooks', {
    url: addressOf('/hook'),
    events: ['report.generated', 'export.completed'],
  });
  const hookId = (hook.body as { data: { id: string } }).data.id;
  const tested = await call('POST', `/v1/webhooks/${hookId}/ping`);
  expect(
    [report, site, palette, exported, hook, tested].map(({ status }) => Math.floor(status / 100)),
  ).toEqual([2, 2, 2, 2, 2, 2]);
  await eventually(() => {
    const lines = logged().join('\n');
    expect(lines).toContain('a page was reported on');
    expect(lines).toContain('a slice of a site was crawled');
    expect(lines).toContain('an export was completed');
    expect(lines).toContain('an event was sent to a webhook');
  }, 60_000);

  for (const secret of [CANARY, encodeURIComponent(MAIL), MAIL, key])
    expect(logged().filter((line) => line.includes(secret))).toEqual([]);
});

it('lets no address, password, code or link of an account into a log', async () => {
  const invited = await call('POST', '/v1/members', { email: MAIL, role: 'viewer' });
  const { invitation_url: link, mail } = (invited.body as { data: { invitation_url: string; mail: string } })
    .data;
  // Nothing listens there, so the mail fails.
  expect([invited.status, mail]).toEqual([201, 'failed']);
  const token = new URL(link).hash.replace('#invitation=', '');
  const password = `${CANARY} of somebody`;
  const answers: number[] = [];
  for (const [path, body] of [
    ['invitation', { token }],
    ['invitation/passkey', { token }],
    ['invitation/join', { token, name: MAIL, password }],
    ['invitation', { token }],
    ['sign-in', { email: MAIL, password: 'another password' }],
    ['sign-in', { email: MAIL, password }],
    ['second-factor', { code: CANARY }],
    ['passkey', { attempt: CANARY, passkey: { id: CANARY, response: { signature: CANARY } } }],
    ['reset', { email: MAIL }],
    ['reset/show', { token }],
    ['reset/password', { token, password }],
  ] as const)
    answers.push((await call('POST', `/console/accounts/${path}`, body)).status);
  expect(answers).toEqual([200, 200, 201, 404, 401, 201, 401, 401, 202, 404, 404]);
  await eventually(() => {
    const lines = logged().join('\n');
    expect(lines).toContain('an invitation was not taken by the mail server');
    expect(lines).toContain('a mail about an account was not taken by the mail server');
  }, 60_000);
  for (const secret of [CANARY, MAIL, encodeURIComponent(MAIL), token])
    expect(logged().filter((line) => line.includes(secret))).toEqual([]);
});

it('finds a job by the id of its request', async () => {
  const requestId = 'asked-by-canary';
  const ask = async (path: string, body: object): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'X-Request-Id': requestId,
      },
      body: JSON.stringify(body),
    });
  await ask('/api/v1/reports', { url: addressOf('/other') });
  const palette = (await (
    await ask('/v1/palettes', { base_color: '#e4572e', harmony: 'triadic' })
  ).json()) as {
    data: { id: string };
  };
  await ask('/v1/tokens/export', { palette_id: palette.data.id, format: 'scss' });
  await eventually(() => {
    const mine = logged().filter((line) => line.includes(`"request_id":"${requestId}"`));
    expect(mine.some((line) => line.includes('a page was reported on'))).toBe(true);
    expect(mine.some((line) => line.includes('an export was completed'))).toBe(true);
  }, 60_000);
});
