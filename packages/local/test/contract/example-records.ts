import { randomUUID } from 'node:crypto';

import type { Answer, Api } from './api.ts';
import type { DescribedDocument, DescribedOperation } from './document-gaps.ts';

type Body = Record<string, unknown>;

/** Ids of records by the parameter of the path that names them: `id`, `goal`. */
export type Ids = Readonly<Record<string, string>>;

/** The JSON that the document gives as an example of a body. */
export const exampleBody = ({ requestBody }: DescribedOperation): Body | undefined =>
  requestBody?.content['application/json']?.example as Body | undefined;

export const succeed = (what: string, { status, body }: Answer): Answer['body'] => {
  if (status < 200 || status > 299) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
  return body;
};

/** Fields that leave a record open to the changes tried on it. */
const UNFINISHED: Readonly<Record<string, Body>> = {
  '/api/v1/websites/{id}/imports': { complete: 0 },
};

/** Makes the records that examples only name, each from the example of its own operation. */
export const createExampleRecords = (api: Api, document: DescribedDocument) => {
  const data = async (path: string, json: unknown): Promise<Body> =>
    (succeed(`POST ${path}`, await api.send('POST', path, { json })) as { data: Body }).data;

  const settled = async (path: string, isSettled: (data: Body) => boolean): Promise<Body> => {
    for (;;) {
      const body = succeed(path, await api.send('GET', path)) as { data: Body };
      if (isSettled(body.data)) return body.data;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  /**
   * A body with what only exists elsewhere replaced: ids of records, hosts, and names that are taken
   * by now.
   */
  const fill = async (body: Body, template = ''): Promise<Body> => {
    const own = JSON.parse(JSON.stringify(body)) as Body;
    if ('palette_id' in own) own['palette_id'] = (await make('/v1/palettes'))['id'];
    if ('theme_id' in own) own['theme_id'] = (await make('/v1/themes'))['id'];
    if ('workspace_id' in own) own['workspace_id'] = (await make('/v1/workspaces'))['id'];
    if ('report_id' in own) own['report_id'] = (await make('/api/v1/reports'))['id'];
    if ('websites' in own) own['websites'] = [(await make('/api/v1/websites'))['id']];
    if ('site_id' in own) own['site_id'] = (await make('/api/v1/websites'))['domain'];
    if (template.startsWith('/v1/workspaces')) own['name'] = `Design ${randomUUID()}`;
    if (template.startsWith('/api/v1/groups')) own['name'] = `Group ${randomUUID()}`;
    if (template === '/v1/members') own['email'] = `ada-${randomUUID()}@example.com`;
    if ('domain' in own) own['domain'] = `shop-${randomUUID()}.example`;
    if (template === '/v1/palettes/from-image' && 'url' in own) own['url'] = `${api.page}.png`;
    if (own['url'] === 'https://example.com/') own['url'] = api.page;
    return own;
  };

  const versionOf: Record<string, (path: string) => Promise<string>> = {
    version: () => Promise.resolve('1'),
    run: async (path) => {
      const report = await settled(path, ({ status }) => status !== 'pending');
      return String(report['run_id']);
    },
    delivery: async (path) => {
      await api.send('POST', `${path}/ping`, { json: {} });
      const list = await settled(`${path}/deliveries`, ({ items }) => (items as unknown[]).length > 0);
      return String((list['items'] as Body[])[0]?.['id']);
    },
  };

  /** A visit of a website, and the day on which it began: no operation makes one. */
  const visitOf = async (website: string): Promise<Body> => {
    const { data: site } = succeed(website, await api.send('GET', website)) as { data: Body };
    const hit = await fetch(`${api.url}/collect`, {
      method: 'POST',
      headers: {
        'Content-Type': 'text/plain',
        'User-Agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      },
      body: JSON.stringify({
        k: site['site_key'],
        u: `https://${String(site['domain'])}/`,
        p: { w: [800, 600] },
      }),
    });
    if (hit.status !== 204) throw new Error(`POST /collect: ${hit.status}`);
    const visits = website.replace('/websites/', '/stats/');
    const { data: found } = succeed(visits, await api.send('GET', `${visits}/visits`)) as { data: Body[] };
    const [visit] = found;
    return { visit: visit?.['id'], from: String(visit?.['started_at']).slice(0, 10) };
  };

  /** Where records are made that are looked for below another path. */
  const makerOf = (collection: string): string => {
    if (collection === '/v1/tokens') return '/v1/tokens/export';
    return collection === '/api/v1/stats' ? '/api/v1/websites' : collection;
  };

  /** A session, which the console starts and no operation of the document. */
  const makeSession = async (): Promise<Body> => {
    const { status } = await fetch(`${api.url}/console/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: api.key }),
    });
    if (status !== 201) throw new Error(`POST /console/session: ${status}`);
    const list = succeed('GET /v1/sessions', await api.send('GET', '/v1/sessions')) as {
      data: { items: Body[] };
    };
    return list.data.items[0] ?? {};
  };

  /** A command line that waits to be let in, by the code that it shows. */
  const makeDeviceLogin = async (): Promise<Body> => {
    const answer = await fetch(`${api.url}/console/device/code`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client: 'dap' }),
    });
    if (!answer.ok) throw new Error(`POST /console/device/code: ${answer.status}`);
    const { data: login } = (await answer.json()) as { data: Body };
    return { id: login['user_code'] };
  };

  const make = async (collection: string, parents: Ids = {}): Promise<Body> => {
    if (collection === '/v1/sessions') return makeSession();
    if (collection === '/v1/device-logins') return makeDeviceLogin();
    const template = makerOf(collection);
    const operation = document.paths[template]?.['post'];
    if (!operation) throw new Error(`Nothing makes records of ${collection}.`);
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => parents[name] ?? '');
    const made = await data(
      path,
      await fill(
        {
          ...exampleBody(operation),
          ...UNFINISHED[template],
          ...(template.endsWith('/bots') && (await visitOf(path.replace(/\/bots$/, '')))),
        },
        template,
      ),
    );
    if (template === '/v1/tokens/export')
      await settled(`/v1/tokens/${String(made['id'])}/status`, ({ status }) => status === 'completed');
    if (template === '/api/v1/sites') {
      const site = `/api/v1/sites/${String(made['id'])}`;
      await settled(site, ({ status }) => status === 'completed');
      // Two crawls can be compared.
      await data(`${site}/crawls`, {});
      await settled(site, ({ status }) => status === 'completed');
      succeed(site, await api.send('PUT', `${site}/schedule`, { json: {} }));
    }
    return made;
  };

  /** New records for all parameters of a path. */
  const idsFor = async (template: string): Promise<Record<string, string>> => {
    const ids: Record<string, string> = {};
    for (const [, before = '', name = ''] of template.matchAll(/(?<=^(.*))\/\{(\w+)\}/g)) {
      const real = before.replace(/\{(\w+)\}/g, (_, parent: string) => ids[parent] ?? '');
      const above = real.slice(0, real.lastIndexOf('/'));
      ids[name] = (await versionOf[name]?.(above)) ?? String((await make(before, ids))['id']);
    }
    return ids;
  };

  return { fill, make, idsFor, visitOf };
};

export type ExampleRecords = ReturnType<typeof createExampleRecords>;
