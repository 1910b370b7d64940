import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { eventually, freePort, sayIsSkipped } from '@platform/testing';

import { runDocker, whatIsMissing } from './docker.ts';
import { runInFreshClone } from './fresh-container.ts';

const TITLE = 'a machine that has Node.js and git and nothing else';
const missing = whatIsMissing('alone');
if (missing !== undefined) sayIsSkipped(TITLE, missing);

const PATIENCE_MILLISECONDS = 900_000;

(missing === undefined ? describe : describe.skip)(TITLE, () => {
  const name = `platform-fresh-${process.pid}`;
  let container: ChildProcess | undefined;
  afterAll(async () => {
    await runDocker('stop', '--time', '60', name).catch(() => undefined);
    if (container?.exitCode === null) await once(container, 'close');
  }, PATIENCE_MILLISECONDS);

  it(
    'runs everything by npm start',
    async () => {
      const port = await freePort();
      const running = await runInFreshClone('exec npm start', {
        name,
        env: { PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error' },
        stdout: 'pipe',
      });
      container = running;
      let printed = '';
      for (const stream of [running.stdout, running.stderr])
        stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      await eventually(() => {
        if (running.exitCode === null) expect(printed).toContain('The platform is up');
      }, PATIENCE_MILLISECONDS);
      const key = /Key\s+(dak_\w+)/.exec(printed)?.[1] ?? `none in: ${printed}`;
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/websites`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect([key, answer.status]).toEqual([key, 200]);
    },
    PATIENCE_MILLISECONDS * 1.2,
  );
});
