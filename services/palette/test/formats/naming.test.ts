import { AppError } from '@platform/errors';
import { cases } from '@platform/testing';
import fc from 'fast-check';
import { nameOf, nameTokens, toAscii, words, typeName } from '../../src/formats/naming/name-tokens.ts';
import type { NameRule } from '../../src/formats/naming/name-tokens.ts';
import * as rules from '../../src/formats/naming/rules.ts';
import { NASTY, token } from './sample-tokens.ts';

const IDENTIFIERS: Record<string, [NameRule, RegExp]> = {
  css: [rules.CSS_NAMES, /^\p{XID_Continue}[\p{XID_Continue}-]*$/u],
  sass: [rules.SASS_NAMES, /^\p{XID_Start}[\p{XID_Continue}-]*$/u],
  less: [rules.LESS_NAMES, /^[a-z][a-z0-9-]*_?$/],
  'stylus and tailwind': [rules.ASCII_KEBAB_NAMES, /^[a-z][a-z0-9-]*$/],
  javascript: [rules.JAVASCRIPT_NAMES, /^\p{ID_Start}\p{ID_Continue}*$/u],
  swift: [rules.SWIFT_NAMES, /^\p{XID_Start}\p{XID_Continue}*$/u],
  kotlin: [rules.KOTLIN_NAMES, /^[a-z][A-Za-z0-9]*(_[0-9][A-Za-z0-9]*)*_?$/],
  dart: [rules.DART_NAMES, /^[a-z][A-Za-z0-9]*(_[0-9][A-Za-z0-9]*)*_?$/],
  android: [rules.ANDROID_NAMES, /^[a-z][a-z0-9_]*$/],
};

/** Joiners and other invisible characters by their code point, for the title of a test. */
const shown = (text: string): string =>
  text.replace(/\p{Cf}/gu, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16)}`);

describe('words', () => {
  const SPLIT: [name: string, words: string[]][] = [
    ['onPrimary', ['on', 'primary']],
    ['on_primary', ['on', 'primary']],
    ['On Primary', ['on', 'primary']],
    ['HTMLColor', ['html', 'color']],
    ['grey50', ['grey50']],
    ['größe', ['größe']],
    ['  --  a.b ', ['a', 'b']],
    ['★', ['u2605']],
    ['\u200d', ['u200d']],
    ['👩‍👧', ['u1f469u200du1f467']],
    ['می\u200cخواهم', ['میخواهم']],
    ['1️⃣', ['1']],
  ];
  it.each(SPLIT.map(([name, expected]) => [shown(name), name, expected] as const))(
    'splits %s',
    (_, name, expected) => {
      expect(words(name)).toEqual(expected);
    },
  );

  it.each([
    ['Größe Œuvre Łódź ñ', 'Grosse Oeuvre Lodz n'],
    ['深蓝', 'ShenLan'],
    ['さくら', 'sakura'],
    ['빨강', 'PpalGang'],
    ['привет', 'privet'],
    ['Ωμέγα', 'Omega'],
    ['हिन्दी', 'hindi'],
    ['a\u0301', 'a'],
  ])('spells %s in ASCII', (text, spelling) => {
    expect(toAscii(text)).toBe(spelling);
  });
});

describe.each(Object.entries(IDENTIFIERS))('names for %s', (_target, [rule, valid]) => {
  it('are valid identifiers for any path', () => {
    const segment = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.constantFrom(
        'class',
        'default',
        '500',
        '★',
        'größe',
        '__proto__',
        'é',
        '中文',
        '-',
        'aB',
        '👩‍👩‍👧',
        '\u3164',
        '1️⃣',
        '٣',
      ),
    );
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (path) => {
        const name = nameOf(path, rule);
        expect(name).toMatch(valid);
        expect(name).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
      }),
      { numRuns: cases(500) },
    );
  });

  it('are never reserved words', () => {
    for (const word of rule.reserved ?? []) {
      expect(rule.reserved?.has(nameOf([word], rule))).toBe(false);
    }
  });

  it('keep every name of a difficult set distinct', () => {
    const names = nameTokens(NASTY, rule).map(({ name }) => name);
    expect(new Set(names).size).toBe(NASTY.length);
  });

  it('keep families and numbers distinct', () => {
    const paths = [['👩‍👩‍👧'], ['👨‍👨‍👧'], ['tint-1', '950'], ['tint-19', '50'], ['a', '1', '12'], ['a', '11', '2']];
    expect(new Set(paths.map((path) => nameOf(path, rule))).size).toBe(paths.length);
  });

  it('refuse two paths that would share a name', () => {
    const collide = () => nameTokens([token(['a', 'b'], '#111'), token('a-b', '#222')], rule);
    expect(collide).toThrow(AppError);
    expect(collide).toThrow(/a\.b and a-b would both be named/);
  });
});

it('keeps names apart that sound alike, and transliterates the first', () => {
  const alike = [token('红', '#f00'), token('虹', '#f0f')];
  expect(nameTokens(alike, rules.KOTLIN_NAMES, ['brand']).map(({ name }) => name)).toEqual([
    'brandHong',
    'brandU8679',
  ]);
  expect(nameTokens(alike, rules.CSS_NAMES).map(({ name }) => name)).toEqual(['红', '虹']);
});

it('names types in Pascal case', () => {
  expect(typeName('brand')).toBe('BrandColors');
  expect(typeName('acme_web-app')).toBe('AcmeWebAppColors');
  expect(typeName('color')).toBe('ColorTokens');
});
