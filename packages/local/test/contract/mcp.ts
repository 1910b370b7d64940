import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { eventually } from '@platform/testing';

import type { Api } from './api.ts';

type Json = Record<string, unknown>;

/** An assistant with the protocol's own client: every tool at work on the real services. */
export const describeMcp = (api: () => Api): void => {
  describe('an assistant that uses /mcp', () => {
    const clients: Client[] = [];
    afterAll(() => Promise.all(clients.map((client) => client.close())));

    const connect = async (key: string): Promise<Client> => {
      const client = new Client({ name: 'contract', version: '1' });
      clients.push(client);
      const requestInit = { headers: { Authorization: `Bearer ${key}` } };
      const transport = new StreamableHTTPClientTransport(new URL(`${api().url}/mcp`), { requestInit });
      await client.connect(transport);
      return client;
    };

    const call = async (
      client: Client,
      name: string,
      input: Json,
    ): Promise<{ isError: boolean; text: string }> => {
      const { content, isError } = await client.callTool({ name, arguments: input });
      return { isError: isError === true, text: (content as { text: string }[])[0]?.text ?? '' };
    };

    it('finds a website and its figures, reports on a page, and exports a palette', async () => {
      await api().send('POST', '/api/v1/websites', { json: { domain: 'assisted.example' } });
      const client = await connect(api().key);
      const read = async (name: string, input: Json): Promise<unknown> => {
        const { isError, text } = await call(client, name, input);
        expect([name, isError, text]).toEqual([name, false, expect.any(String)]);
        return JSON.parse(text) as unknown;
      };
      const listed = (await read('list_websites', { search: 'assisted.example' })) as { items: Json[] };
      const [website] = listed.items;
      expect(website).toMatchObject({ domain: 'assisted.example' });
      const id = { website_id: website?.['id'] };
      const figures = await read('query_statistics', { ...id, metrics: ['visitors'], date_range: '7d' });
      expect(figures).toMatchObject({ rows: [{ metrics: { visitors: 0 } }] });
      const goal = { ...id, name: 'Orders', type: 'page', pattern: '/thanks' };
      const made = (await read('create_goal', goal)) as Json;
      expect(made).toMatchObject({ name: 'Orders', conversions: 0 });
      expect(await read('list_goals', id)).toMatchObject({ items: [{ name: 'Orders' }], total: 1 });
      await read('create_funnel', {
        ...id,
        name: 'Checkout',
        steps: [{ type: 'page', pattern: '/cart' }, made['id']],
      });
      expect(await read('list_funnels', id)).toMatchObject({ items: [{ name: 'Checkout', visitors: 0 }] });
      const days = { from: '2026-11-01', to: '2026-11-02' };
      expect(await read('preview_deletion', { ...id, ...days })).toMatchObject({ visits: 0 });
      expect(await read('show_website', id)).toMatchObject({ tracking_code: expect.any(String) });
      expect(await read('show_usage', {})).toMatchObject({ total: expect.anything() });
      expect(await read('current_visitors', id)).toMatchObject({ last_5_minutes: { visitors: 0 } });
      const report = (await read('report_page', { url: api().page })) as Json;
      expect(report).toMatchObject({ url: api().page, id: expect.any(Number) });
      await eventually(async () => {
        const { status, checks } = (await read('show_report', { report_id: report['id'] })) as Json;
        expect(status).toBe('generated');
        expect((checks as Json[]).map((check) => check['status'])).not.toContain('pass');
      });
      const palette = (await read('create_palette', { base_color: '#3366cc' })) as Json;
      const file = await read('export_tokens', {
        palette_id: palette['id'],
        format: 'css',
        prefix: 'brand',
      });
      expect(file).toMatchObject({ status: 'completed', content: expect.stringContaining('--brand-base') });
      const theme = (await read('create_theme', { palette_id: palette['id'], name: 'Assisted' })) as Json;
      expect(await read('show_theme', { theme_id: theme['id'], mode: 'dark' })).toMatchObject({
        mode: 'dark',
        roles: expect.anything(),
      });
      expect(await read('list_themes', { search: 'Assisted' })).toMatchObject({
        items: [{ id: theme['id'] }],
      });
      expect(await read('list_palettes', { limit: 1 })).toMatchObject({ items: [expect.anything()] });
      expect(await read('show_palette', { palette_id: palette['id'] })).toMatchObject({ id: palette['id'] });
      expect(await read('list_exports', { limit: 1 })).toMatchObject({ items: [{ format: 'css' }] });
      const site = (await read('crawl_site', { url: api().page, max_pages: 1 })) as Json;
      expect(await read('show_site', { site_id: site['id'] })).toMatchObject({
        problems: { items: expect.any(Array) },
      });
      const sites = (await read('list_sites', {})) as { items: Json[] };
      expect(sites.items.map(({ id: known }) => known)).toContain(site['id']);
      expect(await read('list_reports', {})).toMatchObject({ items: expect.any(Array) });
      const pair = { foreground: '#000', background: '#fff' };
      expect(await read('check_contrast', pair)).toMatchObject({ ratio: 21 });
    });

    it('reads lists in pages and few words: 120 websites, 50 at a time, in at most 5 KB', async () => {
      for (let at = 0; at < 120; at += 1)
        await api().send('POST', '/api/v1/websites', { json: { domain: `shop-${at}.branch.example` } });
      const client = await connect(api().key);
      const search = 'branch.example';
      const { text } = await call(client, 'list_websites', { search });
      expect(text.length).toBeLessThanOrEqual(5_000);
      const seen: Json[] = [];
      for (let page: unknown = 1; page !== undefined;) {
        const answer = JSON.parse((await call(client, 'list_websites', { search, page })).text) as {
          items: Json[];
          total: number;
          next_page?: number;
        };
        expect(answer.total).toBe(120);
        seen.push(...answer.items);
        page = answer.next_page;
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
    });

    it('is told which scope its key lacks, and what was wrong with its arguments', async () => {
      const client = await connect(await api().keyWith(['websites:read']));
      const refused = await call(client, 'create_palette', { base_color: 'teal' });
      expect(refused).toEqual({ isError: true, text: expect.stringMatching(/^403: .*palettes:write/) });
      const wrong = await call(await connect(api().key), 'create_palette', { base_color: 'no colour' });
      expect(wrong).toEqual({ isError: true, text: expect.stringMatching(/^400: .*base_color/) });
    });

    it('is refused where a page of another origin sends its requests', async () => {
      const answer = await fetch(`${api().url}/mcp`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${api().key}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          Origin: 'https://evil.example',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      expect(answer.status).toBe(403);
    });
  });
};
