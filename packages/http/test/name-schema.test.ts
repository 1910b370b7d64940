import { nameSchema } from '../src/index.ts';

const faultOf = (name: string): string | undefined =>
  nameSchema().label('name').validate(name).error?.message;
const shown = (text: string): string =>
  Array.from(text, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16)}`).join(' ');

describe('a name', () => {
  it.each(['Ocean', 'Größe 7', '海', 'نص', '👩‍👧', 'a b', "O'Neil & <sons>"])('may be %s', (name) => {
    expect(faultOf(name)).toBeUndefined();
  });

  it.each(
    ['a\u001b[31mb', 'a\nb', 'a\u0000b', 'a\u007fb', 'a\u202eb', 'a\u2066b', 'a\u200fb', 'a\u2028b'].map(
      (name) => [shown(name), name],
    ),
  )('must not contain control or direction characters: %s', (_, name) => {
    expect(faultOf(name)).toBe('"name" must not contain control or direction characters');
  });

  it.each([' ', '\u00a0', '\u200b', '\u3000\u2003', '\u00ad'].map((name) => [shown(name), name]))(
    'must contain a visible character: %s',
    (_, name) => {
      expect(faultOf(name)).toBe('"name" must have a visible character');
    },
  );

  it('may have at most 100 characters', () => {
    expect(faultOf('n'.repeat(100))).toBeUndefined();
    expect(faultOf('n'.repeat(101))).toMatch(/100 characters/);
  });
});
