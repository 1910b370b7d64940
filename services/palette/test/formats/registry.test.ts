import { readFileSync } from 'node:fs';

import { AppError } from '@platform/errors';

import { withFormatTable } from '../../src/documentation/format-table.ts';
import { createFormatRegistry } from '../../src/formats/export-format.ts';
import { formats } from '../../src/formats/registry.ts';
import { render } from './render.ts';
import { NASTY, SAMPLE, token, VALUES } from './sample-tokens.ts';

const PROMISED =
  'css scss scss-map less stylus js ts json json-nested dtcg style-dictionary tailwind-v3 tailwind-v4 ios-swift swiftui ' +
  'android-xml compose flutter figma ase gpl csv svg png all';

describe('the registry', () => {
  it('contains the documented formats', () => {
    expect(formats.all.map(({ id }) => id).sort()).toEqual(PROMISED.split(' ').sort());
  });

  it('is what the README says of it (if not, run src/documentation/format-table.ts)', () => {
    const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    // Prettier aligns the columns.
    const plain = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
    expect(plain(withFormatTable(page, formats.all))).toBe(plain(page));
  });

  it('refuses duplicate and malformed ids', () => {
    const css = formats.get('css')!;
    expect(() => createFormatRegistry([css, { ...css }])).toThrow(/share the id css/);
    expect(() => createFormatRegistry([{ ...css, id: 'CSS' }])).toThrow(/Malformed/);
  });
});

describe.each(formats.all.map(({ id }) => id))('%s', (id) => {
  it('gives the same bytes for the same tokens', async () => {
    const [first, second] = [await render(id, SAMPLE), await render(id, SAMPLE)];
    expect(first.bytes.length).toBeGreaterThan(20);
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  it('has a file name that is safe in a header, with its extension', async () => {
    const { filename } = await render(id, SAMPLE, { prefix: 'Acme_web-App' });
    expect(filename).toMatch(/^[A-Za-z][A-Za-z0-9_+-]*(\.tokens)?\.[a-z]+$/);
    expect(filename.endsWith(formats.get(id)!.extension)).toBe(true);
  });

  it('describes itself', () => {
    const { title, target, mediaType, docs } = formats.get(id)!;
    expect(title.length).toBeGreaterThan(4);
    expect(target.length).toBeGreaterThan(2);
    expect(mediaType).toMatch(/^(text|application|image)\/[a-z0-9+.-]+$/);
    expect(new URL(docs).protocol).toBe('https:');
  });

  it('skips tokens other than colours if and only if it says so', async () => {
    const [without, withThem] = [await render(id, SAMPLE), await render(id, [...SAMPLE, ...VALUES])];
    expect(without.bytes.equals(withThem.bytes)).toBe(formats.get(id)!.holds === 'colors');
  });

  it('writes a number that is very small as it is', async () => {
    const format = formats.get(id)!;
    if (format.holds === 'colors' || format.parts !== undefined) return;
    const head = { description: null };
    const text = (
      await render(id, [
        ...SAMPLE,
        { ...head, path: ['tiny'], type: 'number', value: 1e-7 },
        { ...head, path: ['thin'], type: 'dimension', value: { value: 2.5e-7, unit: 'px' } },
      ])
    ).bytes.toString();
    expect(text).toMatch(/\b(?:1e-7|0?\.0000001)\b/);
    expect(text).toMatch(/(?:2\.5e-7|0?\.00000025)/);
  });

  it('survives difficult names', async () => {
    expect((await render(id, NASTY)).bytes.length).toBeGreaterThan(100);
  });

  it('refuses two tokens with the same name', async () => {
    const twice = [token('accent', '#111111'), token('accent', '#222222')];
    const failure: unknown = await render(id, twice).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(failure).toMatchObject({ kind: 'invalid', code: 'name_collision' });
  });
});
