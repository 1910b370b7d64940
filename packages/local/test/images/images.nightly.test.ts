import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createContract, createTestIdentity, eventually, freePort } from '@platform/testing';

import { createApi } from '../contract/api.ts';
import type { Api } from '../contract/api.ts';
import { describePalettes } from '../contract/palettes.ts';
import { describeReports } from '../contract/reports.ts';
import { servePage } from '../contract/serve-page.ts';
import { describeWebsites } from '../contract/websites.ts';

import { buildImages, compose, hostAddress, NODE_IMAGE, sizeOf, whatIsMissing } from './docker.ts';

const missing = whatIsMissing();
if (missing !== undefined) process.stderr.write(`Skipped: the images of the services. ${missing}\n`);

/** Each service by itself, as its own compose file runs it, and the contract that it answers to. */
const SERVICES = [
  ['analytics', describeWebsites],
  ['reports', describeReports],
  ['palette', describePalettes],
] as const;

const bare = (bearer: string): string => bearer.replace('Bearer ', '');

/** What an image may add to the one that it builds on. The renderer's Chromium is 66 MB of it. */
const MOST_BYTES = { reports: 130e6, others: 90e6 };

(missing === undefined ? describe : describe.skip)('the images', () => {
  it('add little to the image of Node.js', async () => {
    const base = await sizeOf(NODE_IMAGE);
    for (const tag of await buildImages()) {
      const added = (await sizeOf(tag)) - base;
      process.stderr.write(`${tag} adds ${Math.round(added / 1e6)} MB.\n`);
      expect([tag, added]).toEqual([tag, expect.any(Number)]);
      expect(added).toBeLessThan(tag.includes('reports') ? MOST_BYTES.reports : MOST_BYTES.others);
    }
  }, 1_200_000);
});

(missing === undefined ? describe : describe.skip).each(SERVICES)(
  'the image of %s',
  (name, describeContract) => {
    let api: Api | undefined;
    const ends: (() => unknown)[] = [];

    beforeAll(async () => {
      await buildImages([name]);
      const [identity, host, port] = [await createTestIdentity(name), await hostAddress(), await freePort()];
      const { page, close } = await servePage('0.0.0.0', host);
      ends.push(close);
      // Its start fails if it can't read this.
      const secrets = await mkdtemp(join(tmpdir(), 'secrets-'));
      ends.push(() => rm(secrets, { recursive: true }));
      await chmod(secrets, 0o755);
      await writeFile(join(secrets, 'headers'), 'authorization=none');
      const project = {
        file: `services/${name}/compose.yml`,
        project: `platform-images-${name}-${process.pid}`,
        env: {
          ...identity.environment,
          DATABASE_PASSWORD: randomBytes(24).toString('hex'),
          PORT: String(port),
          PUBLIC_URL: `http://127.0.0.1:${port}`,
          GUARD_ALLOW: host,
          SECRETS_FOLDER: secrets,
          OTEL_EXPORTER_OTLP_HEADERS_FILE: '/secrets/headers',
        },
      };
      ends.push(() => compose(project, 'down', '--volumes'));
      await compose(project, 'up', '-d', '--no-build');
      const url = `http://127.0.0.1:${port}`;
      await eventually(async () => {
        expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      }, 120_000);
      const document = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
      api = createApi({
        url,
        page,
        document,
        contract: createContract(document),
        key: bare(await identity.bearer()),
        otherKey: bare(await identity.bearer({ organisation: 'org_other' })),
        keyWith: async (scopes) => bare(await identity.bearer({ scopes })),
      });
    }, 600_000);
    afterAll(async () => {
      for (const end of ends.reverse()) await end();
    });

    describeContract(() => {
      if (!api) throw new Error('The container did not start.');
      return api;
    });
  },
);
