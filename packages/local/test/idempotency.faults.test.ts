import { randomUUID } from 'node:crypto';

import { eventually } from '@platform/testing';

import { startTemporaryPlatform } from '../src/index.ts';
import type { Platform } from '../src/index.ts';
import { holdCommits } from './held-commit.ts';
import type { HeldCommits } from './held-commit.ts';

type Service = 'analytics' | 'reports' | 'palette' | 'gateway';
type Json = Record<string, unknown>;

/** The body of a POST to each area, and where its records are listed under a unique name. */
const POSTS: readonly (readonly [Service, path: string, body: (name: string) => Json, field: string])[] = [
  ['analytics', '/api/v1/websites', (name) => ({ domain: `${name}.example` }), 'domain'],
  ['reports', '/api/v1/reports', (name) => ({ url: `http://127.0.0.1:1/${name}` }), 'url'],
  ['palette', '/v1/palettes', (name) => ({ base_color: '#3366cc', name }), 'name'],
  ['palette', '/v1/workspaces', (name) => ({ name }), 'name'],
  ['gateway', '/v1/keys', (name) => ({ name, scopes: ['websites:read'] }), 'name'],
  [
    'gateway',
    '/v1/webhooks',
    (name) => ({ url: `https://hooks.example/${name}`, events: ['key.revoked'] }),
    'url',
  ],
];

let platform: Platform;
const commits = new Map<Service, HeldCommits>();

beforeAll(async () => {
  platform = await startTemporaryPlatform({ ...process.env, LOG_LEVEL: 'fatal' });
  for (const service of ['analytics', 'reports', 'palette', 'gateway'] as const)
    commits.set(service, await holdCommits(platform.databases[service], service));
});
afterAll(async () => {
  await Promise.all([...commits.values()].map((held) => held.close()));
  await platform.stop();
});

const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${platform.url}${path}`, {
    ...init,
    headers: {
      Authorization: `Bearer ${platform.key}`,
      'Content-Type': 'application/json',
      Prefer: 'respond-async',
      ...(init.headers as Record<string, string> | undefined),
    },
  });

const listed = async (path: string, field: string, value: unknown): Promise<Json[]> => {
  const body = (await (await send(path)).json()) as { data: Json[] | { items: Json[] } };
  const items = Array.isArray(body.data) ? body.data : body.data.items;
  return items.filter((item) => item[field] === value);
};

/** Sends the POST, kills the process in the middle of its commit, and sends it again. */
const repeatAfterDeath = async (
  [service, path, bodyOf]: (typeof POSTS)[number],
  commitSurvives: boolean,
): Promise<{ body: Json; answer: Response; made: Json }> => {
  const held = commits.get(service);
  const child = platform.children.find(({ name }) => name === service);
  if (!held || !child) throw new Error(`${service} does not run.`);
  const body = bodyOf(`made-${randomUUID().slice(0, 8)}`);
  const init = {
    method: 'POST',
    headers: { 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(body),
  };
  await held.hold();
  const lost = send(path, init).catch(() => undefined);
  await held.waiting();
  const { pid } = child;
  process.kill(pid, 'SIGKILL');
  if (!commitSurvives) await held.abandon();
  await held.release();
  const first = await lost;
  // The work may or may not have been done, but the process died before telling anybody.
  if (first?.ok === true) expect(first.headers.get('Idempotency-Replayed')).toBe('true');
  const answer = await eventually(async () => {
    const again = await send(path, init);
    expect(again.status).toBe(201);
    return again;
  });
  return { body, answer, made: ((await answer.json()) as { data: Json }).data };
};

describe.each(POSTS)('%s dies in the commit of POST %s', (...post) => {
  const [, path, , field] = post;

  it('which took effect: the retry gets the answer that was kept', async () => {
    const { body, answer, made } = await repeatAfterDeath(post, true);
    expect(answer.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await listed(path, field, body[field])).toMatchObject([{ id: made['id'] }]);
  });

  it('which was rolled back: the retry makes the one record', async () => {
    const { body, made } = await repeatAfterDeath(post, false);
    expect(await listed(path, field, body[field])).toMatchObject([{ id: made['id'] }]);
  });
});

it('a key whose first answer was lost works', async () => {
  const keys = POSTS.find(([, path]) => path === '/v1/keys');
  if (!keys) throw new Error('Keys are missing.');
  const { made } = await repeatAfterDeath(keys, true);
  const answer = await fetch(`${platform.url}/api/v1/websites`, {
    headers: { Authorization: `Bearer ${String(made['key'])}` },
  });
  expect(answer.status).toBe(200);
});
