import { explainModuleFailure } from '../src/child.ts';

const line = (level: number, message: string): string =>
  JSON.stringify({ level, err: { message }, msg: 'x' });

it.each([
  ['a full disk', line(60, 'could not extend file: No space left on device'), /disk .* is full\. Free some/],
  [
    'a statement',
    `${line(50, 'no')}\n${line(60, 'CREATE TABLE x (\n  y int\n) - permission denied')}\n`,
    /^m failed: \) - permission denied$/,
  ],
  ['a reason without a fault', JSON.stringify({ level: 60, msg: 'PORT is bad' }), /^m failed: PORT is bad$/],
  ['no log', 'Segmentation fault', /^m failed:\nSegmentation fault$/],
])('tells %s', (_, printed, expected) => {
  expect(explainModuleFailure('m', printed)).toMatch(expected);
});
