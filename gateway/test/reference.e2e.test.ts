import { launchBrowser } from '@platform/browser';
import type { OpenApiDocument } from '@platform/http';
import { silentLogger } from '@platform/runtime';
import { describeInBrowser } from '@platform/testing';
import request from 'supertest';

import { createAreaDocuments, mergeDocuments } from '../src/reference/area-documents.ts';
import { SERVICE_AREAS } from '../src/routing-table.ts';
import { startService, startTestbed } from './harness.ts';
import type { FakeService, Gateway, Testbed } from './harness.ts';

const document = (paths: string[], schema: object, tag: string): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: tag, version: '1', description: '' },
  tags: [{ name: tag }],
  paths: Object.fromEntries(
    paths.map((path) => [
      path,
      {
        get: {
          operationId: `get${path.replace(/\W+/g, '.')}`,
          tags: [tag],
          summary: `Reads ${path}`,
          security: [{ key: ['websites:read'] }],
          responses: {
            200: {
              description: 'It',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/thing' } } },
            },
            503: { description: 'Refused' },
          },
        },
      },
    ]),
  ),
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: { thing: schema },
  },
});

const analyticsDocument = document(
  ['/api/v1/websites', '/api/v1/websites/{id}', '/internal'],
  { type: 'object' },
  'Websites',
);
const paletteDocument = document(['/v1/palettes'], { type: 'string' }, 'Palettes');

const serve = (body: object): Promise<FakeService> =>
  startService((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });

let testbed: Testbed;
let analytics: FakeService;
let palette: FakeService;
let gateway: Gateway;

beforeAll(async () => {
  testbed = await startTestbed();
  analytics = await serve(analyticsDocument);
  palette = await serve(paletteDocument);
  gateway = await testbed.gateway({
    targets: { analytics: analytics.url, reports: 'http://127.0.0.1:1', palette: palette.url },
    publicUrl: 'https://api.example.com',
  });
});

afterAll(async () => {
  await testbed.close();
  await analytics.close();
  await palette.close();
});

describe('the merged API description', () => {
  it('contains the routed paths, names missing areas, and needs no key', async () => {
    const { body } = await request(gateway.url).get('/openapi.json').expect(200);
    expect(body.openapi).toBe('3.1.0');
    expect(body.servers).toEqual([{ url: 'https://api.example.com', description: expect.any(String) }]);
    expect(Object.keys(body.paths)).toEqual([
      '/api/v1/websites',
      '/api/v1/websites/{id}',
      '/v1/palettes',
      '/v1/keys',
      '/v1/keys/events',
      '/v1/keys/self',
      '/v1/keys/{id}',
      '/v1/keys/{id}/rotate',
      '/v1/usage',
      '/v1/webhooks',
      '/v1/webhooks/{id}',
      '/v1/webhooks/{id}/rotate',
      '/v1/webhooks/{id}/ping',
      '/v1/webhooks/{id}/deliveries',
      '/v1/webhooks/{id}/deliveries/{delivery}',
      '/v1/webhooks/{id}/deliveries/{delivery}/repeat',
      '/v1/members',
      '/v1/members/{id}/invitation',
      '/v1/members/events',
      '/v1/members/{id}',
      '/v1/sessions',
      '/v1/sessions/{id}',
      '/v1/sign-in-links',
      '/v1/account',
      '/v1/account/email',
      '/v1/account/email/confirm',
      '/v1/account/proof/options',
      '/v1/account/proof',
      '/v1/account/password',
      '/v1/account/passkeys/options',
      '/v1/account/passkeys',
      '/v1/account/passkeys/{id}',
      '/v1/account/totp',
      '/v1/account/totp/confirm',
      '/v1/account/second-factor',
      '/v1/account/recovery-codes',
      '/v1/members/{id}/reset-link',
      '/v1/device-logins/{code}',
      '/v1/device-logins/{code}/approval',
      '/v1/device-logins/{code}/denial',
      '/v1/status/checks',
      '/v1/status',
    ]);
    const served = ['analytics', 'palette'];
    expect(body['x-unavailable']).toEqual(SERVICE_AREAS.filter((area) => !served.includes(area)));
    expect(body.tags.map((tag: { name: string }) => tag.name)).toEqual([
      'Websites',
      'Palettes',
      'Keys',
      'Usage',
      'Webhooks',
      'Members',
      'Sessions',
      'Account',
      'Device logins',
      'Status',
    ]);
    const answers = body.paths['/v1/keys'].post.responses;
    expect(Object.keys(answers)).toEqual(expect.arrayContaining(['201', '413', '502', '503', '504']));
    const shared = answers['413'].$ref.split('/').at(-1);
    expect(body.components.responses[shared].description).toContain('`payload_too_large`');
  });

  it('renames components that share a name but differ', async () => {
    const { body } = await request(gateway.url).get('/openapi.json').expect(200);
    const refOf = (path: string) =>
      body.paths[path].get.responses['200'].content['application/json'].schema.$ref;
    expect(refOf('/api/v1/websites')).toBe('#/components/schemas/thing');
    expect(refOf('/v1/palettes')).toBe('#/components/schemas/palette-thing');
    expect(body.components.schemas['thing']).toEqual({ type: 'object' });
    expect(body.components.schemas['palette-thing']).toEqual({ type: 'string' });
  });

  it('keeps equal components only once', () => {
    const documents = ['a', 'b'].map((area) => ({
      area,
      document: document([`/${area}`], { type: 'object' }, area),
    }));
    const merged = mergeDocuments({
      title: '',
      description: '',
      server: '/',
      hosts: {},
      documents,
      isRouted: () => true,
    });
    expect(merged.components).toEqual({
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { thing: { type: 'object' } },
    });
    expect(merged['x-unavailable']).toBeUndefined();
  });

  it('is refreshed every minute, survives a service that is down, and shares reads', async () => {
    let time = 0;
    let down = false;
    let reads = 0;
    const documents = createAreaDocuments({
      targets: { palette: 'http://palette' },
      logger: silentLogger(),
      now: () => time,
      fetchDocument: (url) => {
        reads += 1;
        expect(url).toBe('http://palette/openapi.json');
        return down
          ? Promise.reject(new Error('down'))
          : Promise.resolve(
              reads === 1
                ? paletteDocument
                : (JSON.parse(JSON.stringify(paletteDocument)) as OpenApiDocument),
            );
      },
    });
    await Promise.all([documents.read(), documents.read()]);
    expect(reads).toBe(1);
    time = 60_000;
    await documents.read();
    await new Promise((resolve) => setImmediate(resolve));
    const [again] = await documents.read();
    expect(reads).toBe(2);
    expect(again?.document).toBe(paletteDocument);
    down = true;
    time = 120_000;
    expect(await documents.read()).toEqual([{ area: 'palette', document: paletteDocument }]);
    await new Promise((resolve) => setImmediate(resolve));
    time += 1_000;
    expect(await documents.read()).toEqual([{ area: 'palette', document: paletteDocument }]);
    expect(reads).toBe(3);
  });
});

it('names both addresses of an area that has a host name of its own', () => {
  const merged = mergeDocuments({
    title: '',
    description: '',
    server: 'https://api.example.com:8443',
    hosts: { palette: 'palettes.example.com' },
    documents: [
      { area: 'analytics', document: analyticsDocument },
      { area: 'palette', document: paletteDocument },
    ],
    isRouted: () => true,
  });
  const urls = (servers: unknown) => (servers as { url: string }[] | undefined)?.map(({ url }) => url);
  expect(urls(merged.servers)).toEqual(['https://api.example.com:8443']);
  expect(urls(merged.paths['/v1/palettes']?.['servers'])).toEqual([
    'https://palettes.example.com:8443',
    'https://api.example.com:8443',
  ]);
  expect(merged.paths['/api/v1/websites']?.['servers']).toBeUndefined();
});

describe('the reference page', () => {
  it('is where / redirects to, and its policy allows no other hosts', async () => {
    await request(gateway.url).get('/').expect(302).expect('Location', '/docs');
    const page = await request(gateway.url).get('/docs').expect(200).expect('Content-Type', /html/);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    await request(gateway.url).get('/docs/other.js').expect(404);
    for (const path of ['/', '/docs', '/openapi.json', '/docs/reference.js', '/docs/operations/x'])
      await request(gateway.url).post(path).send({}).expect(405).expect('Allow', 'GET, HEAD');
  });

  it('names every operation without a script, and leads to a page of each', async () => {
    const { text } = await request(gateway.url).get('/docs').expect(200);
    const { body } = await request(gateway.url).get('/openapi.json').expect(200);
    const items = Object.values(body.paths as Record<string, Record<string, { operationId?: string }>>);
    const ids = items.flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []));
    for (const id of ids) {
      expect(text).toContain(`/docs/operations/${encodeURIComponent(id)}"`);
      const page = await request(gateway.url).get(`/docs/operations/${encodeURIComponent(id)}`);
      expect([id, page.status, page.headers['content-security-policy']]).toEqual([
        id,
        200,
        expect.stringContaining("default-src 'none'"),
      ]);
    }
    expect(text).toContain('Not answering, so not described at the moment: reports.');
  });

  it.each(['nothing', '__proto__', 'constructor', '..%2fx', '%3Cscript%3E', 'a'.repeat(2000)])(
    'has no page of %.20s',
    async (id) => {
      const { status, text } = await request(gateway.url).get(`/docs/operations/${id}`);
      expect([400, 404]).toContain(status);
      expect(text).not.toContain('<script>');
    },
  );

  it('weighs at most 250 KB, compressed once and found again by its ETag', async () => {
    let bytes = 0;
    for (const path of [
      '/docs',
      '/docs/reference.css',
      '/docs/reference.js',
      '/docs/operations/keys.create',
    ]) {
      const answer = await fetch(`${gateway.url}${path}`, { headers: { 'Accept-Encoding': 'gzip' } });
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      bytes += Number(answer.headers.get('content-length'));
      await answer.arrayBuffer();
      const known = { 'If-None-Match': String(answer.headers.get('etag')) };
      await request(gateway.url).get(path).set(known).set('Accept-Encoding', 'gzip').expect(304);
    }
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThan(250_000);
  });

  it('shows texts of a document as text', async () => {
    const hostile = document(['/v1/palettes'], { type: 'string', description: '<img src=x>' }, '<b>Tag</b>');
    const service = await serve(hostile);
    const other = await testbed.gateway({ targets: { palette: service.url } });
    const { text } = await request(other.url).get('/docs').expect(200);
    expect(text).toContain('&lt;b&gt;Tag&lt;/b&gt;');
    expect(text).not.toMatch(/<b>Tag|<img/);
    await service.close();
  });

  describeInBrowser('in Chromium', () => {
    it('finds, opens and sends an operation, and contacts no other host', async () => {
      const chrome = await launchBrowser(process.env);
      try {
        const page = await chrome.newPage({ viewport: { width: 390, height: 844 } });
        page.setDefaultTimeout(60_000);
        const requested: string[] = [];
        const complaints: string[] = [];
        page.on('request', (sent) => requested.push(sent.url()));
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(error.message));
        await page.goto(`${gateway.url}/docs`);
        await page.getByText('Reads /api/v1/websites').first().waitFor();
        for (const tag of ['Palettes', 'Keys'])
          await page.getByRole('heading', { name: tag }).first().waitFor();
        await page.getByLabel('Search').fill('keys.rotate');
        await page.getByText('1 operation').waitFor();
        await page.getByText('/v1/keys/{id}/rotate').click();
        await page.getByLabel('Examples in').selectOption('python');
        await page.getByText('urllib.request.urlopen').waitFor();
        expect(await page.getByText('curl -X').isVisible()).toBe(false);
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText('Paste a key at the top of the page first.').waitFor();
        expect(complaints).toEqual([]);
        const { key, text } = await testbed.issue();
        await page.getByLabel('Key', { exact: true }).fill(text);
        await page.locator('[data-path="id"]').fill(key.id);
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText(/^201 Created · \d+ ms · request/).waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
        const foreign = requested.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(gateway.url));
        expect(foreign).toEqual([]);
        // A link to an operation opens it.
        await page.goto(`${gateway.url}/docs#keys.create`);
        await page.reload();
        await page.locator('#keys\\.create .try').waitFor();
      } finally {
        await chrome.close();
      }
    });
  });
});
