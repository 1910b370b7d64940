import type { Client } from '../../src/faults/client.ts';
import { findLost } from '../../src/faults/find-lost.ts';
import type { Seen } from '../../src/faults/load.ts';

const answers: Record<string, { status: number; body: object }> = {
  '/kept': { status: 200, body: { data: {} } },
  '/gone': { status: 404, body: {} },
  '/done': { status: 200, body: { data: { status: 'completed' } } },
  '/told': { status: 200, body: { data: { status: 'generated' } } },
  '/failed': { status: 200, body: { data: { status: 'failed' } } },
};
const client = {
  get: (path: string) => Promise.resolve(answers[path] ?? { status: 404, body: {} }),
  pageviews: () => Promise.resolve(3),
  isTold: (path: string) => path === '/told',
} as unknown as Client;

const seen = (acknowledged: Seen['acknowledged'], hits: number): Seen => ({
  requests: 9,
  failures: new Map(),
  problems: [],
  acknowledged,
  hits,
});

it('finds nothing lost where everything is there and done', async () => {
  const all = seen(
    [
      { kind: 'website', path: '/kept' },
      { kind: 'export', path: '/done' },
      { kind: 'report', path: '/told' },
      { kind: 'report', path: '/failed' },
    ],
    3,
  );
  expect(await findLost(client, all)).toEqual([]);
});

it('names a record that is gone', async () => {
  expect(await findLost(client, seen([{ kind: 'palette', path: '/gone' }], 3))).toEqual(['palette /gone']);
});
