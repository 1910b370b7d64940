import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually, freePort, sayIsSkipped } from '@platform/testing';

import { buildImages, compose, hostAddress, networkAddress, runDocker, whatIsMissing } from './docker.ts';
import { serveHostilePage } from './hostile-page.ts';
import type { HostilePage } from './hostile-page.ts';

const TITLE = 'what compose runs';
const missing = whatIsMissing();
if (missing !== undefined) sayIsSkipped(TITLE, missing);

/** Paths whose answers a restore must bring back. */
const KEPT = [
  ...['/api/v1/websites', '/api/v1/websites/1', '/api/v1/stats/1?name=page', '/api/v1/websites/1/goals'],
  ...[
    '/api/v1/reports',
    '/api/v1/reports/1',
    '/api/v1/sites',
    '/v1/palettes',
    '/v1/themes',
    '/v1/workspaces',
  ],
  ...['/v1/keys', '/v1/members', '/v1/webhooks', '/v1/keys/events', '/.well-known/jwks.json'],
];

interface Report {
  id: number;
  status: string;
  metrics: Record<string, number> | null;
  screenshots: Record<string, string> | null;
}

(missing === undefined ? describe : describe.skip)(TITLE, () => {
  const ends: (() => unknown)[] = [];
  let url = '';
  let headers: Record<string, string> = {};
  let served: HostilePage;
  let project: { file: readonly string[]; project: string; env: Record<string, string> };
  let run: (...words: string[]) => Promise<string>;

  const read = async (path: string, init?: RequestInit): Promise<Report> => {
    const answer = await fetch(`${url}/api/v1/reports${path}`, { ...init, headers });
    return ((await answer.json()) as { data: Report }).data;
  };

  const post = async (path: string, body: object): Promise<number> => {
    const sent = { ...headers, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body),
    });
    return answer.status;
  };
  const untilReady = (): Promise<void> =>
    eventually(async () => {
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    }, 240_000);

  beforeAll(async () => {
    await buildImages();
    const [host, port] = [await hostAddress(), await freePort()];
    const backups = await mkdtemp(join(tmpdir(), 'backups-'));
    ends.push(() => rm(backups, { recursive: true }));
    project = {
      file: ['docker-compose.yml', 'docker-compose.backup.yml'],
      project: `platform-compose-${process.pid}`,
      // Requests are sent as fast as they are answered.
      env: {
        PORT: String(port),
        GUARD_ALLOW: host,
        BACKUP_FOLDER: backups,
        RATE_LIMIT_PER_MINUTE: '60000',
      },
    };
    run = (...words) => compose(project, ...words);
    ends.push(() => run('down', '--volumes'));
    await run('up', '-d', '--no-build');
    url = `http://127.0.0.1:${port}`;
    await untilReady();
    const command = [
      'node',
      'src/keys/cli.ts',
      'create',
      '--organisation',
      'Acme',
      '--name',
      'First',
      '--json',
    ];
    const created = await run('exec', '-T', 'gateway', ...command);
    headers = { Authorization: `Bearer ${(JSON.parse(created) as { key: string }).key}` };
    // The machine as the reports worker sees it, where a guard that fails would lead.
    served = await serveHostilePage(host, await networkAddress(`${project.project}_internet`));
    ends.push(() => {
      served.close();
    });
    // On a machine with other work, seven images take more than ten minutes to build.
  }, 1_800_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  it('has metrics and screenshots, and gets nowhere but to its own site', async () => {
    const body = new URLSearchParams({ url: served.page, render: '1' });
    const { id } = await read('', { method: 'POST', body });
    const report = await eventually(async () => {
      const found = await read(`/${id}`);
      expect(found.status).toBe('generated');
      return found;
    }, 120_000);
    expect(report.metrics).toEqual({
      lcp: expect.any(Number),
      cls: expect.any(Number),
      tbt: expect.any(Number),
      fcp: expect.any(Number),
      ttfb: expect.any(Number),
    });
    for (const device of ['desktop', 'phone']) {
      const picture = await fetch(report.screenshots?.[device] ?? '');
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
    expect(served.arrivals).toEqual([]);
    // The listener there would have noticed.
    await fetch(`${served.inside}/from-here`);
    expect(served.arrivals).toEqual([`${new URL(served.inside).host}/from-here`]);
  });

  it('has passwords of its own, none of which is in the repository', async () => {
    const cat = (service: string, file: string): Promise<string> =>
      run('exec', '-T', service, 'cat', `/secrets/${file}`);
    const passwords = [
      await cat('postgres', 'postgres-password'),
      ...(await Promise.all(
        ['gateway', 'analytics', 'reports', 'palette'].map(
          async (name) => new URL(await cat(name, 'database-url')).password,
        ),
      )),
      new URL(await cat('gateway', 'redis-url')).password,
    ].map((password) => password.trim());
    expect(new Set(passwords).size).toBe(passwords.length);
    for (const password of passwords) {
      expect(password.length).toBeGreaterThanOrEqual(32);
      expect(spawnSync('git', ['grep', '--untracked', '-qF', password]).status).toBe(1);
    }
    const psql = ['psql', '-h', '127.0.0.1', '-U', 'gateway', '-d', 'platform', '-c', 'SELECT 1'];
    await expect(run('exec', '-T', '-e', 'PGPASSWORD=gateway', 'postgres', ...psql)).rejects.toThrow(
      'password authentication failed',
    );
    expect(await run('exec', '-T', 'redis', 'redis-cli', 'ping')).toContain('NOAUTH');
  });

  it('takes another address with the next `up`, and a new password with the command of the page', async () => {
    const publicUrl = async (): Promise<string> =>
      new URL((await run('exec', '-T', 'gateway', 'cat', '/secrets/public-url')).trim()).origin;
    project.env = { ...project.env, PUBLIC_URL: 'https://stats.example' };
    await run('up', '-d', '--no-build');
    await untilReady();
    expect(await publicUrl()).toBe('https://stats.example');
    const website = { domain: 'address.example' };
    const made = await fetch(`${url}/api/v1/websites`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(website),
    });
    expect(await made.text()).toContain('https://stats.example/');

    const login = (password: string): Promise<string> => {
      const psql = ['psql', '-h', '127.0.0.1', '-U', 'gateway', '-d', 'platform', '-Atc', 'SELECT 1'];
      return run('exec', '-T', '-e', `PGPASSWORD=${password}`, 'postgres', ...psql);
    };
    const old = new URL(await run('exec', '-T', 'gateway', 'cat', '/secrets/database-url')).password;
    project.env = { ...project.env, GATEWAY_DB_PASSWORD: 'a-new-one', REDIS_PASSWORD: 'another-new-one' };
    const page = await readFile('docs/deploy.md', 'utf8');
    const [, words = ''] = /To change a secret later[^`]*```sh\ndocker compose (.*)\n/.exec(page) ?? [];
    await run(...words.split(' '), '--no-build');
    await untilReady();
    expect(await login('a-new-one')).toBe('1\n');
    await expect(login(old)).rejects.toThrow('password authentication failed');
    expect((await fetch(`${url}/api/v1/websites`, { headers })).status).toBe(200);
    const ping = ['redis-cli', '--no-auth-warning', '-a', 'another-new-one', 'ping'];
    expect(await run('exec', '-T', 'redis', ...ping)).toBe('PONG\n');
  }, 600_000);

  it('answers every request while one of two of a process is restarted, and while any worker is', async () => {
    await run(
      'up',
      '-d',
      '--no-build',
      '--scale',
      'palette=2',
      '--scale',
      'palette-worker=2',
      '--no-recreate',
    );
    await untilReady();
    // The gateway is ready with one of them: the second must not still be starting when the first goes.
    const ids = (await run('ps', '-q', 'palette')).trim().split('\n');
    expect(ids).toHaveLength(2);
    for (const id of ids)
      await eventually(async () => {
        const health = await runDocker('inspect', '--format', '{{.State.Health.Status}}', id);
        expect(health.trim()).toBe('healthy');
      }, 240_000);
    const asked = new AbortController();
    const statuses: number[] = [];
    const asking = (async () => {
      while (!asked.signal.aborted) {
        const answer = await fetch(`${url}/v1/palettes`, { headers });
        statuses.push(answer.status);
        await answer.arrayBuffer();
      }
    })();
    await runDocker('restart', ids[0] ?? '');
    for (const worker of ['palette-worker', 'webhook-worker', 'reports-worker', 'reports-renderer'])
      await run('restart', worker);
    asked.abort();
    await asking;
    expect(statuses.length).toBeGreaterThan(10);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    await untilReady();
  }, 900_000);

  it('is back after a restart of each other container, databases included', async () => {
    for (const name of ['analytics', 'reports', 'gateway', 'redis', 'postgres']) {
      await run('restart', name);
      await untilReady();
      // The gateway is ready before the services that it asks.
      await eventually(async () => {
        expect((await fetch(`${url}/api/v1/websites`, { headers })).status).toBe(200);
      });
    }
  }, 600_000);

  it('is backed up while it runs, and restored when it is stopped, with the same answers', async () => {
    const answers = (): Promise<string[]> =>
      Promise.all(
        KEPT.map(async (path) => {
          const answer = await fetch(`${url}${path}`, { headers });
          const text = await answer.text();
          if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
          return text.replace(/"(request_id|timestamp|last_used_at)":"[^"]*"/g, '');
        }),
      );
    expect(await post('/api/v1/websites', { domain: 'kept.example' })).toBe(201);
    expect(await post('/v1/palettes', { base_color: '#3366cc', harmony: 'triadic' })).toBe(201);
    const before = await answers();
    expect(before.join()).toContain('kept.example');
    await run('run', '--rm', 'backup', 'kept');
    expect(await post('/api/v1/websites', { domain: 'later.example' })).toBe(201);
    await expect(run('run', '--rm', 'restore', 'kept')).rejects.toThrow('The platform is running');

    const [, stopped = ''] = /docker compose stop (.*)/.exec(await readFile('docs/deploy.md', 'utf8')) ?? [];
    const restore = async (): Promise<void> => {
      await run('stop', ...stopped.split(' '));
      await run('run', '--rm', 'restore', 'kept');
      await run('up', '-d', '--no-build');
      await eventually(async () => {
        expect(await answers()).toEqual(before);
      }, 240_000);
    };
    await restore();

    // Another platform, of which nothing is left but the folder of backups.
    const credentialsKey = ['exec', '-T', 'reports', 'cat', '/secrets/credentials-key'];
    const key = await run(...credentialsKey);
    await run('down', '--volumes');
    await run('up', '-d', '--no-build');
    await untilReady();
    expect((await fetch(`${url}/v1/keys`, { headers })).status).toBe(401);
    expect(await run(...credentialsKey)).not.toBe(key);
    await restore();
    expect(await run(...credentialsKey)).toBe(key);
  }, 1_200_000);
});
