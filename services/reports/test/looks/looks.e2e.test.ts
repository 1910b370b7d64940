import { describeInBrowser } from '@platform/testing';
import type { TestDatabase } from '@platform/testing';

import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';
import { startSite } from '../loopback-site.ts';
import type { LoopbackSite } from '../loopback-site.ts';

const COLOURED = `<!doctype html><html lang="en"><head><title>Coloured</title><style>
  body { background: #ffffff; color: #222222; margin: 0 }
  .pale { color: #999999 }
  .mixed { color: rgb(0 0 0 / 50%) }
  .modern { color: oklch(0 0 0) }
  .hero { background: #1d4ed8; color: #ffffff; height: 200px }
  .picture { background-image: linear-gradient(red, blue); color: #00ff00 }
  .large { color: #888888; font-size: 30px }
  .hidden { display: none; color: #ff00ff }
</style></head><body><nav id="menu"><ul><li><a href="/a">First  link</a></li><li><a href="/b">Second</a></li></ul></nav>
<main><div class="hero">Welcome</div><p>${'dark words '.repeat(20)}</p><p class="pale">Pale words</p><p class="mixed">Mixed</p>
<p class="modern">Modern</p><p class="picture">On a gradient</p><p class="large">Large</p><p class="hidden">Never seen</p>
<form><input value="typed by nobody"><button>Send</button></form></main></body></html>`;

/** Thousands of elements, each of a colour of its own, and what colours are read with replaced. */
const HUGE = `<!doctype html><html lang="en"><head><title>Huge</title></head><body><script>
  OffscreenCanvas.prototype.getContext = () => null;
  let text = '';
  for (let at = 0; at < 400; at++) text += '<a href="/' + at + '" style="color:#' + at.toString(16).padStart(6, '0') + '">x</a> ';
  document.body.innerHTML = text;
</script></body></html>`;

/** As clicks.js hashes words. */
const hashOf = (words: string): string => {
  let hash = 0;
  for (const letter of words.replace(/\s/g, '')) hash = (hash * 31 + letter.charCodeAt(0)) | 0;
  return String(hash);
};

describeInBrowser('how a rendered page looks', () => {
  let database: TestDatabase;
  let service: TestService;
  let site: LoopbackSite;
  beforeAll(async () => {
    database = await openTestDatabase();
    site = await startSite((incoming, response) => {
      const markup = { '/coloured': COLOURED, '/huge': HUGE }[incoming.url ?? ''];
      if (markup === undefined) return;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(markup);
    });
    service = await startService(database, { resultWaitSeconds: 280 });
  });
  afterAll(async () => {
    await service.close();
    await site.close();
    await database.drop();
  });

  const looksOf = async (path: string, render: 0 | 1 = 1) => {
    const api = await service.client('org_a');
    const { body } = await api.post('/reports', { url: `${site.origin}${path}`, render });
    const stranger = await service.client('org_b');
    expect((await stranger.get(`/reports/${body.data.id as number}/looks`)).status).toBe(404);
    return api.get(`/reports/${body.data.id as number}/looks`);
  };

  it('has its colours, the pairs that fail, and its links on both screens', async () => {
    const { status, body } = await looksOf('/coloured');
    expect(status).toBe(200);
    const { colors, pairs, targets } = body.data;
    expect(colors[0]).toMatchObject({ hex: '#ffffff', area: 1 });
    const hexes = colors.map(({ hex }: { hex: string }) => hex);
    expect(hexes).toEqual(expect.arrayContaining(['#1d4ed8', '#222222', '#999999', '#000000']));
    expect(hexes).not.toContain('#ff00ff');
    const pair = (foreground: string) =>
      pairs.find((one: { foreground: string }) => one.foreground === foreground);
    expect(pair('#999999')).toMatchObject({ background: '#ffffff', ratio: 2.84, needed: 4.5, passes: false });
    expect(pair('#888888')).toMatchObject({ needed: 3, passes: true });
    expect(pair('#222222')).toMatchObject({ passes: true });
    expect(pair('#ffffff')).toMatchObject({ background: '#1d4ed8', passes: true });
    // Half of black on white; and nothing is said of text on a gradient.
    expect(['#7f7f7f', '#808080'].some((mixed) => pair(mixed))).toBe(true);
    expect(pair('#00ff00')).toBeUndefined();
    expect(pairs[0].passes).toBe(false);
    for (const device of ['phone', 'desktop']) {
      const [first, second, ...others] = targets[device];
      expect(first).toMatchObject({
        selector: '#menu>ul.0>li.0>a.0',
        text: 'First link',
        text_hash: hashOf('First link'),
      });
      expect(second.box.y).toBeGreaterThan(first.box.y);
      expect(first.box.width).toBeGreaterThan(20);
      expect(others.map(({ text }: { text: string }) => text)).toEqual(['', 'Send']);
    }
    expect(JSON.stringify(body)).not.toContain('typed by nobody');
  });

  it('is bounded, whatever a page has and does', async () => {
    const { status, body } = await looksOf('/huge');
    expect(status).toBe(200);
    expect(body.data.colors.length).toBeLessThanOrEqual(24);
    expect(body.data.pairs.length).toBeLessThanOrEqual(40);
    expect(body.data.targets.phone.length).toBeLessThanOrEqual(120);
    expect(JSON.stringify(body)).not.toContain('forged');
  });

  it('is known of rendered pages only', async () => {
    expect((await looksOf('/coloured?plain', 0)).status).toBe(409);
  });
});
