import { createHash, randomUUID } from 'node:crypto';

import { ApiError, createPlatform } from '@platform/client';

import { OPERATIONS } from '../../src/generated/operations.ts';
import type { Stage } from './start.ts';

/** The client against the real platform, area by area. */
export const describeOperations = (stage: () => Stage): void => {
  const client = () => createPlatform({ url: stage().platform.url, key: stage().platform.key });

  describe('the client', () => {
    it('covers every operation of the document', async () => {
      const document = (await (await fetch(`${stage().platform.url}/openapi.json`)).json()) as {
        paths: Record<string, Record<string, unknown>>;
      };
      const described = Object.entries(document.paths)
        .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
        .sort();
      const known = Object.values(OPERATIONS).map((line) => line.split(' ').slice(0, 2).join(' '));
      expect([...known].sort()).toEqual(described);
      const platform = client() as unknown as Record<string, unknown>;
      for (const id of Object.keys(OPERATIONS)) {
        const method = id
          .split('.')
          .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], platform);
        expect([id, typeof method]).toEqual([id, 'function']);
      }
    });

    it('creates, lists, updates and deletes websites', async () => {
      const { websites } = client();
      const { id, domain } = await websites.create({ domain: 'Made.Example', privacy: 0 });
      expect(domain).toBe('made.example');
      expect((await websites.update(id, { email: 1, exclude_ips: '10.0.0.0/8' })).email).toBe(1);
      const found: number[] = [];
      for await (const website of websites.list({ search: 'made.example' })) found.push(website.id);
      expect(found).toEqual([id]);
      const { data, response } = await websites.show(id).withResponse();
      expect([data.exclude_ips, response.headers.get('X-Request-Id')]).toEqual([
        '10.0.0.0/8',
        expect.any(String),
      ]);
      expect(await websites.delete(id)).toMatchObject({ id, object: 'website', deleted: true });
      const gone = websites.show(id);
      await expect(gone).rejects.toBeInstanceOf(ApiError);
      await expect(gone).rejects.toMatchObject({ status: 404, requestId: expect.any(String) });
    });

    it('stores events and counts them', async () => {
      const { websites, events, stats } = client();
      const site = await websites.create({ domain: 'counted.example' });
      const today = new Date().toISOString().slice(0, 10);
      const hit = (path: string, ip: string) => ({
        id: randomUUID(),
        site_key: site.site_key,
        name: 'pageview',
        url: `https://counted.example${path}`,
        ip,
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      });
      const sent = await events.send({
        events: [hit('/a', '192.0.2.1'), hit('/b', '192.0.2.1'), hit('/a', '192.0.2.2')],
      });
      expect(sent).toMatchObject({ received: 3, stored: 3 });
      const query = { name: 'page', from: today, to: today } as const;
      const pages = await stats.list(site.id, query);
      expect(pages.meta.total).toBe(2);
      const csv = await stats.list(site.id, query, { accept: 'text/csv' });
      expect(csv.headers.get('Content-Type')).toContain('text/csv');
      expect((await csv.text()).trim().split('\n')).toHaveLength(3);
      expect(await stats.query(site.id, { metrics: ['visitors'], date_range: '7d' })).toBeDefined();
    });

    it('follows a report to its result, and says why one failed', async () => {
      const { reports } = client();
      const report = await reports.run(stage().page, { privacy: 1 });
      expect(report).toMatchObject({ status: 'generated', privacy: 1, score: expect.any(Number) });
      expect(report.checks.length).toBeGreaterThan(50);
      const runs = await reports.runs.list(report.id).all();
      expect(runs).toHaveLength(1);
      const failed = await reports.run('http://127.0.0.1:1/');
      expect(failed).toMatchObject({ status: 'failed', error: expect.any(String) });
    });

    it('creates palettes and themes, and downloads their exports', async () => {
      const { palettes, themes, exports } = client();
      const palette = await palettes.create({ base_color: '#3366cc', harmony: 'triadic', count: 6 });
      expect(await palettes.contrast(palette.id, { level: 'AA' })).toMatchObject({ level: 'AA' });
      const css = await exports.download({ palette_id: palette.id, format: 'css', prefix: 'brand' });
      expect(css.filename).toMatch(/\.css$/);
      expect(css.text()).toContain('--brand-');
      expect(createHash('sha256').update(css.bytes).digest('hex')).toBe(css.sha256);
      const theme = await themes.create({
        palette_id: palette.id,
        name: 'Ocean',
        tokens: { color: { $type: 'color', brand: { $value: '{palette.0}' } } },
      });
      const json = await exports.download({ theme_id: theme.id, format: 'dtcg' });
      expect(JSON.parse(json.text())).toHaveProperty(['theme', 'color']);
      const picture = await palettes.show(palette.id, { accept: 'image/png' });
      expect(
        Buffer.from(await picture.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
      const ids = await palettes.list({ limit: 1 }).all();
      expect(ids.map(({ id }) => id)).toContain(palette.id);
    });

    it('says which key is refused, which scope is missing, and which parameter is unknown', async () => {
      const { keys } = client();
      const { key, id } = await keys.create({ name: 'Reader', scopes: ['websites:read'] });
      const reader = createPlatform({ url: stage().platform.url, key });
      await expect(reader.websites.create({ domain: 'x.example' })).rejects.toMatchObject({ status: 403 });
      await keys.revoke(id);
      const nobody = createPlatform({ url: stage().platform.url, key: 'dak_nobody' });
      await expect(nobody.websites.list()).rejects.toMatchObject({ status: 401 });
      const misspelt = { domain: 'y.example', privaty: 1 };
      await expect(client().websites.create(misspelt)).rejects.toMatchObject({
        status: 422,
        fields: { privaty: [expect.any(String)] },
      });
    });
  });
};
