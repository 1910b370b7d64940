import { once } from 'node:events';

import { runDocker } from './docker.ts';
import { runInFreshClone } from './fresh-container.ts';

/**
 * `npm run test:nightly fresh [WORDS]`: `npm test` in a fresh clone of what is committed, in a container
 * with Node.js and git only. It takes Docker and half an hour. Words go on to `npm test`, so that
 * one can name test files; formatting, lint and types are checked in any case.
 */
const main = async (): Promise<number> => {
  const name = `platform-fresh-test-${process.pid}`;
  const container = await runInFreshClone('exec npm test -- "$@"', {
    name,
    words: process.argv.slice(2),
    stdout: 'inherit',
  });
  const stop = (): void => void runDocker('stop', '--time', '60', name).catch(() => undefined);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const [code] = (await once(container, 'close')) as [number | null];
  return code ?? 1;
};

process.exitCode = await main();
