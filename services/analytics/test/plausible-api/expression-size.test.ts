import { partsOf } from '../../src/plausible-api/expression-parts.ts';
import { sizeOfExpression } from '../../src/plausible-api/expression-size.ts';

it.each([
  ['abc', 3, 0],
  ['[a-z]\\d.', 3, 0],
  ['a*b+c?', 3, 3],
  ['a*?b', 2, 1],
  ['a{3}', 3, 0],
  ['a{2,}', 2, 1],
  ['a{2,4}', 4, 2],
  ['(?:a|b)', 4, 0],
  ['(.*){10}', 20, 10],
  ['((.*){2}){1,3}', 15, 8],
  ['((a*)*)*', 3, 3],
])('writes %s out as %i signs and %i loops', (text, signs, loops) => {
  expect(sizeOfExpression(partsOf(text))).toEqual({ signs, loops });
});
