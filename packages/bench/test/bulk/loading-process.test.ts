import { freePort } from '@platform/testing';

import { startLoading } from '../../src/bulk/loading-process.ts';

const LINE = { site_key: 'none', name: 'pageview', url: 'https://a.example/', time: '2026-01-01T00:00:00Z' };
/** More than the process reads before it notices, and more than a pipe holds. */
const LINES = 100_000;

describe('a process that loads events', () => {
  it('is said to have failed, and why, when it takes no more', async () => {
    const loading = startLoading(`postgres://nobody@127.0.0.1:${await freePort()}/nowhere`, 'org_test');
    const sendAll = async (): Promise<void> => {
      for (let sent = 0; sent < LINES; sent += 1) await loading.send(LINE);
      await loading.end();
    };
    await expect(sendAll()).rejects.toThrow(/^Loading events ended with 1\. .*ECONNREFUSED/s);
  });
});
