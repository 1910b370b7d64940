import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

import { sayIsSkipped, withAdmin } from '@platform/testing';
import type { TestPostgres } from '@platform/testing';

import { hasPsql } from './psql.ts';

const TITLE = 'psql -c \\password';

export const describePassword = (postgres: () => TestPostgres): void => {
  if (!hasPsql) sayIsSkipped(TITLE, 'There is no psql on the PATH.');

  (hasPsql ? describe : describe.skip)(TITLE, () => {
    it('psql asks for a new password by the line of docs/deploy.md', async () => {
      await withAdmin(postgres().url, (client) =>
        client.query(
          "DROP ROLE IF EXISTS administrator; CREATE ROLE administrator SUPERUSER LOGIN PASSWORD 'first'",
        ),
      );
      const url = new URL(postgres().url);
      url.username = 'administrator';
      url.password = 'first';
      const asks = () => spawnSync('psql', [url.href, '-Atc', 'SELECT 1'], { encoding: 'utf8' });
      // Without a terminal it reads the standard input.
      const child = spawn('psql', [url.href, '-c', '\\password'], {
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.stdin.end('changed\nchanged\n');
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(asks().stderr).toContain('password authentication failed');
      url.password = 'changed';
      expect(asks().stdout).toBe('1\n');
    });
  });
};
