import { splitMessage } from '../src/report/wording.ts';

it.each([
  ['The page has no h1. Add one.', 'The page has no h1', 'Add one.'],
  ['Write to example.org instead. Now.', 'Write to example.org instead', 'Now.'],
  ['One sentence.', 'One sentence', ''],
  ['Really? Yes.', 'Really', 'Yes.'],
])('splits %j into fault and remedy', (message, fault, remedy) => {
  expect(splitMessage(message)).toEqual({ fault, remedy });
});
