import { typeid } from 'typeid-js';
import { clientOf, createExportHarness } from './export-harness.ts';
import type { ExportClient, ExportHarness } from './export-harness.ts';

let harness: ExportHarness;

let client: ExportClient;

let stranger: ExportClient;

let palette: string;

beforeAll(async () => {
  harness = await createExportHarness();
  client = await clientOf(harness);
  stranger = await clientOf(harness, 'org_b');
  palette = await client.palette({ base_color: '#336699', harmony: 'triadic', count: 6 });
  harness.startWorker();
});

afterAll(() => harness.close());

const exported = async (body: object) => {
  const { body: answer } = await client.export({ palette_id: palette, ...body });
  return client.ended(answer.data.id as string);
};

describe('GET /v1/tokens/formats', () => {
  it('lists the formats, each with a real example', async () => {
    const answer = await client.get('/v1/tokens/formats');
    const css = answer.body.data.items.find(({ id }: { id: string }) => id === 'css');
    expect(css).toMatchObject({
      title: 'CSS custom properties',
      media_type: 'text/css',
      extension: '.css',
      options: ['color_syntax', 'p3', 'comments', 'references'],
      example: {
        filename: 'brand.css',
        encoding: 'utf8',
        content: expect.stringContaining('--brand-base: #336699;'),
      },
    });
    const png = answer.body.data.items.find(({ id }: { id: string }) => id === 'png');
    expect(Buffer.from(png.example.content, 'base64').subarray(1, 4).toString()).toBe('PNG');
  });
});

describe('GET /v1/tokens/:id/status', () => {
  it('waits until the export finishes or the time is up', async () => {
    const { body } = await client.export({ palette_id: palette, format: 'css', prefix: 'held' });
    const done = await client.get(`/v1/tokens/${body.data.id}/status?wait=10`);
    expect(done.body.data.status).toBe('completed');
    expect(done.headers['retry-after']).toBeUndefined();
  });

  it.each(['-1', '26', '1.5', 'soon'])('refuses wait=%s', async (wait) => {
    const answer = await client.get(`/v1/tokens/${typeid('exp').toString()}/status?wait=${wait}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].field).toBe('wait');
  });

  it('answers 404 for ids that are unknown or belong to others', async () => {
    const mine = await exported({ format: 'css', prefix: 'mine' });
    for (const id of ['0', 'abc', 'exp_1', typeid('exp').toString(), palette])
      expect((await client.get(`/v1/tokens/${id}/status`)).status).toBe(404);
    for (const path of ['status', 'file'])
      expect((await stranger.get(`/v1/tokens/${mine.id}/${path}`)).status).toBe(404);
    expect((await stranger.delete(`/v1/tokens/${mine.id}`)).status).toBe(404);
    expect((await client.get(`/v1/tokens/${mine.id}/status`)).status).toBe(200);
  });
});
