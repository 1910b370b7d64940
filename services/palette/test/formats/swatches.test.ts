import ase from 'ase-utils';
import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';

import { render, renderText } from './render.ts';
import { NASTY, SAMPLE, shown, token } from './sample-tokens.ts';

const hexOf = (parts: readonly number[]): string =>
  `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

describe('ase, decoded by ase-utils', () => {
  it.each([
    ['plain', SAMPLE],
    ['difficult', NASTY],
  ])('holds one group with %s names and their colours', async (_kind, tokens) => {
    const { version, groups } = ase.decode((await render('ase', tokens)).bytes);
    expect([version, groups.length, groups[0]?.name]).toEqual(['1.0', 1, 'brand']);
    const { colors } = groups[0]!;
    expect(colors.map(({ name }) => name)).toEqual(tokens.map(({ path }) => shown(path.join('/'))));
    expect(colors.every(({ model }) => model === 'RGB')).toBe(true);
    expect(colors.map(({ color }) => hexOf(color.map((part) => Math.round(part * 255))))).toEqual(
      tokens.map(({ color }) => color.hex),
    );
  });
});

describe('gpl', () => {
  it('has one line per colour: three numbers, a tab, the name', async () => {
    const [magic, name, , , ...lines] = (await renderText('gpl', [...SAMPLE, ...NASTY]))
      .trimEnd()
      .split('\n');
    expect([magic, name]).toEqual(['GIMP Palette', 'Name: brand']);
    const colors = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\t(.+)$/.exec(line)!);
    expect(colors.map(([, ...parts]) => hexOf(parts.slice(0, 3).map(Number)))).toEqual(
      [...SAMPLE, ...NASTY].map(({ color }) => color.hex),
    );
    expect(colors[1]![4]).toBe('brand-base-50');
  });
});

/** RFC 4180, read character by character. */
const parseCsv = (text: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ',' || character === '\n') {
      rows.at(-1)!.push(cell.replace(/\r$/, ''));
      cell = '';
      if (character === '\n') rows.push([]);
    } else cell += character;
  }
  return rows.slice(0, -1);
};

describe('csv', () => {
  it('has one row per colour, quoted where needed', async () => {
    const tokens = [...SAMPLE, ...NASTY];
    const [head, ...rows] = parseCsv(await renderText('csv', tokens));
    expect(head).toEqual([
      'name',
      'hex',
      'red',
      'green',
      'blue',
      'alpha',
      'oklch_l',
      'oklch_c',
      'oklch_h',
      'description',
    ]);
    expect(rows.map((row) => row[1])).toEqual(tokens.map(({ color }) => color.hex));
    expect(rows.map((row) => hexOf(row.slice(2, 5).map(Number)))).toEqual(
      tokens.map(({ color }) => color.hex),
    );
    expect(rows[0]).toEqual(expect.arrayContaining(['brand-base', 'Steel Blue']));
    expect(rows.find((row) => row[0] === 'brand-★')?.at(-1)).toBe('"; $x: 1; "');
  });

  it('contains no formulas for spreadsheets', async () => {
    const evil = [{ ...SAMPLE[0]!, description: '=HYPERLINK("http://evil")' }];
    expect(parseCsv(await renderText('csv', evil))[1]!.at(-1)).toBe('\'=HYPERLINK("http://evil")');
  });
});

it('png refuses more swatches than memory allows', async () => {
  const many = Array.from({ length: 601 }, (_, place) => token(`t${place}`, '#336699'));
  await expect(render('png', many)).rejects.toMatchObject({ kind: 'invalid', code: 'too_many_tokens' });
  expect((await render('png', many.slice(1))).mediaType).toBe('image/png');
  expect((await renderText('svg', many)).match(/<g>/g)).toHaveLength(601);
});

describeInBrowser('pictures in Chromium', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser(process.env);
    page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
  });

  afterAll(() => browser.close());

  /**
   * Loads the picture by its bytes and reads the colour in the middle of each swatch of a sheet of
   * `count`.
   */
  const sampled = (mediaType: string, bytes: Buffer, count: number): Promise<string[]> =>
    page.evaluate(
      async ([url, amount]) => {
        const picture = new Image();
        picture.src = url;
        await picture.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
        const context = canvas.getContext('2d')!;
        context.drawImage(picture, 0, 0);
        return Array.from({ length: amount }, (_, index) => {
          const [x, y] = [16 + (index % 6) * 216 + 100, 16 + Math.floor(index / 6) * 156 + 48];
          const [r, g, b] = context.getImageData(x, y, 1, 1).data;
          return `#${[r!, g!, b!].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        });
      },
      [`data:${mediaType};base64,${bytes.toString('base64')}`, count] as const,
    );

  const opaque = [...SAMPLE.filter(({ color }) => color.alpha === 1), ...NASTY];

  it.each(['svg', 'png'])('%s shows every colour in its place', async (id) => {
    const { mediaType, bytes } = await render(id, opaque);
    expect(await sampled(mediaType, bytes, opaque.length)).toEqual(opaque.map(({ color }) => color.hex));
  });

  it('svg names every swatch', async () => {
    const { bytes } = await render('svg', opaque);
    const titles = await page.evaluate(
      (source) =>
        [...new DOMParser().parseFromString(source, 'image/svg+xml').querySelectorAll('g > title')].map(
          (title) => title.textContent,
        ),
      bytes.toString('utf8'),
    );
    expect(titles).toEqual(opaque.map(({ path }) => shown(path.join('-'))));
  });

  it('png labels its swatches in the bundled font', async () => {
    const { bytes } = await render('png', opaque.slice(0, 1));
    const dark = await page.evaluate(
      async (url) => {
        const picture = new Image();
        picture.src = url;
        await picture.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
        const context = canvas.getContext('2d')!;
        context.drawImage(picture, 0, 0);
        const { data } = context.getImageData(16, 118, 200, 38);
        return data.filter((part, index) => index % 4 === 0 && part < 128).length;
      },
      `data:image/png;base64,${bytes.toString('base64')}`,
    );
    expect(dark).toBeGreaterThan(100);
  });
});

it('svg outlines swatches, so that white ones show on white', async () => {
  const svg = await renderText('svg', [token('surface', '#ffffff')]);
  expect(svg).toMatch(/<rect [^>]*fill="#ffffff" stroke="#000000" stroke-opacity="0.15"/);
});

it('png spells names in letters that its font has', async () => {
  const pictureOf = async (name: string) => (await render('png', [token(name, '#001188')])).bytes;
  expect((await pictureOf('深蓝')).equals(await pictureOf('ShenLan'))).toBe(true);
  expect((await pictureOf('größe')).equals(await pictureOf('grosse'))).toBe(false);
});
