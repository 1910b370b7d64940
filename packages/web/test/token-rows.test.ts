import fc from 'fast-check';

import {
  takenAt,
  textOfValue,
  tokenRows,
  valueOfText,
  withoutToken,
  withToken,
  withTokenBack,
} from '../src/screens/themes/token-rows.ts';

const TREE = { brand: '#d7542b', space: { $type: 'dimension', gap: { $value: '4px' } } };

it('says what is in the way of a new token', () => {
  expect(takenAt(TREE, ['brand'])).toBe('token');
  expect(takenAt(TREE, ['brand', 'dark'])).toBe('within');
  expect(takenAt(TREE, ['space', 'gap', 'wide'])).toBe('within');
  expect(takenAt(TREE, ['space'])).toBe('group');
  expect(takenAt(TREE, ['space', 'wide'])).toBeUndefined();
  expect(takenAt(TREE, ['toString'])).toBeUndefined();
});

it('puts a token that was taken out back as it was, beside what has come since', () => {
  for (const { path } of tokenRows(TREE)) {
    const without = withoutToken(TREE, path);
    const later = withToken(without, ['later'], '1px');
    const back = withTokenBack(later, TREE, path);
    const names = tokenRows(back).map((row) => row.path.join('.'));
    expect(names.toSorted()).toEqual(['brand', 'later', 'space.gap']);
    expect(tokenRows(back).find((row) => row.path.join() === path.join())?.value).toEqual(
      tokenRows(TREE).find((row) => row.path.join() === path.join())?.value,
    );
    // Another one of the name stays.
    expect(withTokenBack(withToken(without, path, 'new'), TREE, path)).toEqual(
      withToken(without, path, 'new'),
    );
  }
});

it('adds no token where it is in the way of another', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const paths = fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { maxLength: 8 });
  fc.assert(
    fc.property(paths, (wanted) => {
      let tree = {};
      let count = 0;
      for (const path of wanted) {
        if (takenAt(tree, path) !== undefined) continue;
        tree = withToken(tree, path, '1px');
        count += 1;
      }
      expect(tokenRows(tree)).toHaveLength(count);
    }),
  );
});

it('shows colours and lengths as CSS has them, where that says all of them', () => {
  const red = { colorSpace: 'srgb', components: [1, 0, 0], hex: '#ff0000' };
  expect(textOfValue(red)).toBe('#ff0000');
  expect(valueOfText('#00ff00', red)).toBe('#00ff00');
  for (const more of [{ alpha: 0.5 }, { colorSpace: 'display-p3' }, { hex: '#fe0000' }])
    expect(textOfValue({ ...red, ...more })).toBe(JSON.stringify({ ...red, ...more }));
  expect(textOfValue({ value: 1.5, unit: 'rem' })).toBe('1.5rem');
  expect(valueOfText('-2rem', { value: 8, unit: 'px' })).toEqual({ value: -2, unit: 'rem' });
  expect(valueOfText('{space.gap}', { value: 8, unit: 'px' })).toBe('{space.gap}');
  expect(textOfValue({ value: 8, unit: 'px', note: '' })).toBe('{"value":8,"unit":"px","note":""}');
  expect(textOfValue([1, 2])).toBe('[1,2]');
  expect(textOfValue(undefined)).toBe('');
});
