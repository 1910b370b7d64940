import { withoutComments } from '../../src/page/html/scripts-and-styles.ts';

it.each([
  ['a{}/* x */b{}', 'a{}b{}'],
  ['a{}/**/b{}/* y */', 'a{}b{}'],
  ['/*/ a{} */b{}', 'b{}'],
  ['a{}/* never ends b{}', 'a{}'],
  ['a{}', 'a{}'],
])('reads %s without its comments', (css, expected) => {
  expect(withoutComments(css)).toBe(expected);
});

it('reads megabytes of beginnings of comments', () => {
  expect(withoutComments(`a{}${'/* '.repeat(2_000_000)}`)).toBe('a{}');
});
