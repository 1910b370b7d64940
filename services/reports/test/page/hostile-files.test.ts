import { parseRobots } from '../../src/page/files/robots-file.ts';
import { parseSitemap } from '../../src/page/files/sitemap-file.ts';
import { readSitemapInTurns } from '../../src/sites/site-surroundings.ts';

// Each of these took minutes, on the thread that also renews what other sites need.
describe('files that are made to take long', () => {
  it('reads lines of robots.txt with many spaces inside', () => {
    const line = `Disallow: /a${' '.repeat(16_000)}b`;
    const { lines } = parseRobots(`User-agent: *\n${`${line}\n`.repeat(300)}`);
    expect(lines).toHaveLength(301);
    expect(lines[1]?.value).toMatch(/^\/a +b$/);
  });

  it.each([
    ['signs that XML doesn’t know', '\u0001'],
    ['beginnings of tags', '<'],
    ['attributes without quotes', '<a b=1 '],
    ['broken entities', '&;'],
  ])('reads a sitemap with %s as far as it makes sense', (_, bit) => {
    const text = `<urlset><url><loc>https://a.example/</loc></url>${bit.repeat((10 * 1024 ** 2) / bit.length)}`;
    expect(parseSitemap(text, false)).toMatchObject({
      kind: 'urlset',
      locations: ['https://a.example/'],
      error: expect.any(String),
    });
  });

  it('gives up a sitemap of elements within each other', () => {
    const { locations, error } = parseSitemap(`<urlset>${'<a>'.repeat(3_000_000)}`, false);
    expect([locations, error]).toEqual([[], 'too deeply nested']);
  });

  it('reads a long sitemap with an error in each entry', () => {
    const entries = Array.from(
      { length: 9_000 },
      (_, at) => `<url a=1><loc>https://a.example/${at}</loc></url>`,
    );
    expect(parseSitemap(`<urlset>${entries.join('')}</urlset>`, false).locations).toHaveLength(9_000);
  });

  describe('a sitemap that takes the parser seconds', () => {
    const never = new AbortController().signal;
    const first = '<urlset><url><loc>https://a.example/</loc></url>';
    const text = `${first}<a ${Array.from({ length: 300_000 }, (_, at) => `a${at}="1" `).join('')}/></urlset>`;

    it('is read in turns with others', async () => {
      let turns = 0;
      const others = setInterval(() => {
        turns += 1;
      }, 1);
      const read = await readSitemapInTurns(text, false, never);
      clearInterval(others);
      expect(read).toEqual(parseSitemap(text, false));
      expect(turns).toBeGreaterThan(10);
    });

    it('is read no further when there is no time left', async () => {
      const { locations, error } = await readSitemapInTurns(text, false, AbortSignal.abort());
      expect([locations, error]).toEqual([['https://a.example/'], null]);
    });
  });
});
