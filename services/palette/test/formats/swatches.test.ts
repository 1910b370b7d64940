import ase from 'ase-utils';

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

it('svg outlines swatches, so that white ones show on white', async () => {
  const svg = await renderText('svg', [token('surface', '#ffffff')]);
  expect(svg).toMatch(/<rect [^>]*fill="#ffffff" stroke="#000000" stroke-opacity="0.15"/);
});

it('png spells names in letters that its font has', async () => {
  const pictureOf = async (name: string) => (await render('png', [token(name, '#001188')])).bytes;
  expect((await pictureOf('深蓝')).equals(await pictureOf('ShenLan'))).toBe(true);
  expect((await pictureOf('größe')).equals(await pictureOf('grosse'))).toBe(false);
});

it('svg and png have a sheet without swatches for tokens without colours', async () => {
  expect(await renderText('svg', [])).toContain('viewBox="0 0 232 16"');
  expect((await render('png', [])).bytes.length).toBeGreaterThan(50);
});
