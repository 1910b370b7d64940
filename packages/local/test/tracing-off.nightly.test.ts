import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '@platform/testing';
import request from 'supertest';

import { startTemporaryPlatform } from '../src/index.ts';
import type { Platform } from '../src/index.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-modules-'));
});

afterAll(() => rm(folder, { recursive: true }));

const useEverything = async ({ url, key }: Platform): Promise<void> => {
  const send = (path: string, body: object) =>
    request(url).post(path).set('Authorization', `Bearer ${key}`).send(body);
  const palette = await send('/v1/palettes', { name: 'Brand', base_color: '#3366cc' }).expect(201);
  const accepted = await send('/v1/tokens/export', { palette_id: palette.body.data.id, format: 'css' });
  await eventually(async () => {
    const { body } = await request(url)
      .get(`/v1/tokens/${String(accepted.body.data.id)}/status`)
      .set('Authorization', `Bearer ${key}`);
    expect(body.data.status).toBe('completed');
  });
};

/** Runs a platform and lists what its processes load of OpenTelemetry. */
const modulesWith = async (env: Readonly<Record<string, string>>): Promise<string[]> => {
  const list = join(folder, `modules-${Math.random()}`);
  const platform = await startTemporaryPlatform({
    ...env,
    MODULE_LIST: list,
    NODE_OPTIONS: `--import=${import.meta.dirname}/list-modules.ts`,
  });
  try {
    await useEverything(platform);
  } finally {
    await platform.stop();
  }
  return [...new Set((await readFile(list, 'utf8')).trim().split('\n'))].sort();
};

it('nothing of OpenTelemetry is loaded without a collector, but what prom-client always loads', async () => {
  expect(await modulesWith({})).toEqual(['@opentelemetry/api']);
});

it('a collector that never answers holds nothing up', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const loaded = await modulesWith({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  expect(loaded).toEqual(expect.arrayContaining(['@opentelemetry/sdk-trace', 'bullmq-otel']));
  silent.close();
});
