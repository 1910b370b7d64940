import { readFile } from 'node:fs/promises';

import { eventually, freePort, sayIsSkipped } from '@platform/testing';

import { build, compose, hostAddress, networkAddress, whatIsMissing } from './docker.ts';
import { serveHostilePage } from './hostile-page.ts';
import type { HostilePage } from './hostile-page.ts';

const TITLE = 'a page that compose renders';
const missing = whatIsMissing();
if (missing !== undefined) sayIsSkipped(TITLE, missing);

const IMAGES = ['gateway', 'services/analytics', 'services/reports', 'services/palette'];

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

  const read = async (path: string, init?: RequestInit): Promise<Report> => {
    const answer = await fetch(`${url}/api/v1/reports${path}`, { ...init, headers });
    return ((await answer.json()) as { data: Report }).data;
  };

  beforeAll(async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    for (const folder of IMAGES)
      await build(`${folder}/Dockerfile`, `platform-${folder.replace('services/', '')}:${version}`);
    const [host, port] = [await hostAddress(), await freePort()];
    const project = {
      file: 'docker-compose.yml',
      project: `platform-compose-${process.pid}`,
      env: { PORT: String(port), GUARD_ALLOW: host },
    };
    ends.push(() => compose(project, 'down', '--volumes'));
    await compose(project, 'up', '-d', '--no-build');
    url = `http://127.0.0.1:${port}`;
    await eventually(async () => {
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    }, 240_000);
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
    const created = await compose(project, 'exec', '-T', 'gateway', ...command);
    headers = { Authorization: `Bearer ${(JSON.parse(created) as { key: string }).key}` };
    // The machine as the reports worker sees it, where a guard that fails would lead.
    served = await serveHostilePage(host, await networkAddress(`${project.project}_internet`));
    ends.push(() => {
      served.close();
    });
  }, 600_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  }, 120_000);

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
    // What listens there would have noticed.
    await fetch(`${served.inside}/from-here`);
    expect(served.arrivals).toEqual([`${new URL(served.inside).host}/from-here`]);
  }, 240_000);
});
