import { eventually, freePort, sayIsSkipped } from '@platform/testing';

import { buildImages, compose, hasImage, whatIsMissing } from './docker.ts';

const TITLE = 'a hit that compose stores on a Citus cluster';
const citus = process.env['CITUS_IMAGE'] ?? '';
const missing =
  whatIsMissing() ?? (hasImage(citus) ? undefined : 'CITUS_IMAGE names no image that is there.');
if (missing !== undefined) sayIsSkipped(TITLE, missing);

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Has a node encrypt its connections, as the public image of Citus does by itself. */
const ENCRYPT = `
  command -v openssl >/dev/null || exit 0
  openssl req -new -x509 -days 30 -nodes -subj /CN=node -out $PGDATA/server.crt -keyout $PGDATA/server.key 2>/dev/null &&
  chown postgres $PGDATA/server.* && chmod 600 $PGDATA/server.* &&
  PGPASSWORD=$(cat /secrets/postgres-password) psql -h 127.0.0.1 -U platform -d platform \\
    -c 'ALTER SYSTEM SET ssl = on' -c 'SELECT pg_reload_conf()'`;

interface Website {
  id: number;
  site_key: string;
}

(missing === undefined ? describe : describe.skip)(TITLE, () => {
  let url = '';
  let headers: Record<string, string> = {};
  const project = {
    file: ['docker-compose.yml', 'docker-compose.citus.yml'],
    project: `platform-citus-${process.pid}`,
    env: { PORT: '' },
  };

  beforeAll(async () => {
    await buildImages(['migrate', 'gateway', 'analytics']);
    project.env.PORT = String(await freePort());
    url = `http://127.0.0.1:${project.env.PORT}`;
    const nodes = ['citus-coordinator', 'citus-worker-1', 'citus-worker-2'];
    await compose(project, 'up', '-d', '--no-build', ...nodes);
    for (const node of nodes)
      await eventually(() => compose(project, 'exec', '-T', node, 'bash', '-c', ENCRYPT), 120_000);
    await compose(project, 'up', '-d', '--no-build', 'gateway', 'analytics');
    const created = await eventually(
      () =>
        compose(
          project,
          ...['exec', '-T', 'gateway', 'node', 'src/keys/cli.ts', 'create'],
          ...['--organisation', 'Acme', '--name', 'First', '--json'],
        ),
      120_000,
    );
    headers = { Authorization: `Bearer ${(JSON.parse(created) as { key: string }).key}` };
  }, 900_000);
  afterAll(() => compose(project, 'down', '--volumes'));

  it('is counted, and its website is on one of the nodes', async () => {
    const website = await eventually(async () => {
      const body = new URLSearchParams({ domain: 'citus.example' });
      const answer = await fetch(`${url}/api/v1/websites`, { method: 'POST', headers, body });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { data: Website }).data;
    }, 240_000);
    // With an id it counts once, however often it is sent.
    const hit = { k: website.site_key, u: 'https://citus.example/', i: '1'.padStart(32, '0') };
    await eventually(async () => {
      const stored = await fetch(`${url}/collect`, {
        method: 'POST',
        headers: { 'User-Agent': CHROME, 'Content-Type': 'text/plain' },
        body: JSON.stringify(hit),
      });
      expect(stored.status).toBe(204);
    });
    const answer = await fetch(`${url}/api/v1/stats/${website.id}?name=pageviews`, { headers });
    const { data } = (await answer.json()) as { data: { count: number }[] };
    expect(data.map(({ count }) => count).filter((count) => count > 0)).toEqual([1]);
    const sql = `SELECT result FROM run_command_on_shards('analytics.events', 'SELECT count(*) FROM %s') ORDER BY result DESC LIMIT 2`;
    const ask = `PGPASSWORD=$(cat /secrets/postgres-password) psql -h 127.0.0.1 -U platform -d platform -At -c "${sql}"`;
    const counts = await compose(project, 'exec', '-T', 'citus-coordinator', 'bash', '-c', ask);
    expect(counts.trim().split('\n')).toEqual(['1', '0']);
  });
});
