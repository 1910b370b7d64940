import { paletteTokens } from '../../src/themes/tokens/dtcg-color.ts';
import { resolveTokens } from '../../src/themes/tokens/resolve-tokens.ts';
import { InvalidTokens } from '../../src/themes/tokens/collect-faults.ts';
import { samplePalette } from '../sample-palette.ts';

const palette = samplePalette('#3366cc');
type Tree = Parameters<typeof resolveTokens>[0];
const resolve = (tree: Tree) => resolveTokens(tree, paletteTokens(palette));
const valueOf = (tree: Tree, path: string) =>
  resolve(tree).find((token) => token.path.join('.') === path)?.value;
const BLUE = { colorSpace: 'srgb', components: [0.2, 0.4, 0.8], hex: '#3366cc' };
const px = (value: number) => ({ value, unit: 'px' });

const faultOf = (tree: Tree): [string, string] => {
  try {
    resolve(tree);
  } catch (error) {
    if (error instanceof InvalidTokens) {
      const [first] = error.faults;
      return [first!.path.join('.'), first!.message];
    }
    throw error;
  }
  throw new Error('There is no fault.');
};

/** A tree of `levels` groups with a token in the innermost one. */
const nested = (levels: number): Tree => {
  let tree: Tree = { token: { $type: 'number', $value: 1 } };
  for (let level = 1; level < levels; level += 1) tree = { group: tree };
  return tree;
};

describe('resolveTokens', () => {
  it('gives an empty set for an empty tree', () => {
    expect(resolve({})).toEqual([]);
  });

  it.each<[string, Tree]>([
    ['by place', { a: { $type: 'color', $value: '{palette.0}' } }],
    ['by role', { a: { $type: 'color', $value: '{palette.base}' } }],
    ['through another token', { b: { $value: '{palette.0}' }, a: { $value: '{b}' } }],
    ['forward', { a: { $value: '{b}' }, b: { $value: '{palette.0}' } }],
    ['by JSON Pointer', { a: { $type: 'color', $ref: '#/palette/0/$value' } }],
    ['by JSON Pointer without $value', { a: { $ref: '#/palette/0' } }],
    ['to the root token of a group', { g: { $root: { $value: '{palette.0}' } }, a: { $value: '{g}' } }],
    [
      'from an extended group',
      { g: { x: { $value: '{palette.0}' } }, h: { $extends: '{g}' }, a: { $value: '{h.x}' } },
    ],
    [
      'piecewise',
      {
        a: {
          $type: 'color',
          $value: { ...BLUE, components: [{ $ref: '#/palette/0/$value/components/0' }, 0.4, 0.8] },
        },
      },
    ],
  ])('resolves references %s', (_, tree) => {
    expect(valueOf(tree, 'a')).toEqual(BLUE);
  });

  it('resolves references inside composite values', () => {
    const tree: Tree = {
      line: { $type: 'dimension', $value: px(2) },
      border: { $type: 'border', $value: { color: '{palette.base}', width: '{line}', style: 'solid' } },
      shadow: {
        $type: 'shadow',
        $value: [{ color: '{palette.1}', offsetX: px(0), offsetY: '{line}', blur: px(4), spread: px(0) }],
      },
    };
    expect(valueOf(tree, 'border')).toEqual({ color: BLUE, width: px(2), style: 'solid' });
    expect(valueOf(tree, 'shadow')).toMatchObject([
      { color: { hex: palette.colors[1]!.hex }, offsetY: px(2) },
    ]);
  });

  it('takes the type from the token, its target, or its group, in that order', () => {
    const tree: Tree = {
      g: {
        $type: 'dimension',
        own: { $type: 'number', $value: 3 },
        alias: { $value: '{palette.0}' },
        plain: { $value: px(1) },
      },
    };
    expect(resolve(tree).map(({ type }) => type)).toEqual(['number', 'color', 'dimension']);
  });

  it('adds missing hex digits to a colour', () => {
    const tree: Tree = { a: { $type: 'color', $value: { colorSpace: 'oklch', components: [0.5, 0.1, 20] } } };
    expect(valueOf(tree, 'a')).toMatchObject({ hex: '#944a4b' });
  });

  it('adds them to colours inside composite values as well', () => {
    const color = { colorSpace: 'oklch', components: [0.5, 0.1, 20] };
    const tree: Tree = {
      border: { $type: 'border', $value: { color, width: px(1), style: 'solid' } },
      fade: { $type: 'gradient', $value: [{ color, position: 0 }] },
    };
    expect(valueOf(tree, 'border')).toMatchObject({ color: { ...color, hex: '#944a4b' } });
    expect(valueOf(tree, 'fade')).toMatchObject([{ color: { ...color, hex: '#944a4b' } }]);
  });

  it('lets a group override what it extends', () => {
    const tree: Tree = {
      low: { $type: 'number', a: { $value: 1 }, b: { $value: 2 } },
      high: { $extends: '{low}', b: { $value: 3 }, c: { $value: 4 } },
    };
    expect(resolve(tree).map(({ path, value }) => [path.join('.'), value])).toEqual([
      ['low.a', 1],
      ['low.b', 2],
      ['high.a', 1],
      ['high.b', 3],
      ['high.c', 4],
    ]);
  });

  it.each<[Tree, string, string]>([
    [{ a: { $type: 'color', $value: '{palette.9}' } }, 'a', 'refers to {palette.9}, which does not exist'],
    [{ g: { a: { $value: '{g.b}' } } }, 'g.a', 'which does not exist'],
    [{ a: { $ref: '#/nowhere/$value' } }, 'a', 'which does not exist'],
    [{ a: { $type: 'number', $ref: '#/palette/0/$value/components/7' } }, 'a', 'which does not exist'],
    [{ a: { $value: '{a}' } }, 'a', 'a → a'],
    [{ a: { $value: '{b}' }, b: { $value: '{c}' }, c: { $value: '{a}' } }, 'a', 'a → b → c → a'],
    [{ g: { $extends: '{h}' }, h: { $extends: '{g}' } }, 'g', 'g → h → g'],
    [{ g: { $extends: '{nothing}' } }, 'g.$extends', 'not a group'],
    [{ g: { h: { $extends: '{g}' } } }, 'g.h', 'g.h → g.h'],
    [{ a: { x: { $extends: '{b}' } }, b: { y: { $extends: '{a}' } } }, 'a.x', 'a.x → b.y → a.x'],
    [{ 'a.b': { $type: 'number', $value: 1 } }, 'a.b', '{, } or .'],
    [{ 'a{b': { $type: 'number', $value: 1 } }, 'a{b', '{, } or .'],
    [{ g: { $name: { $type: 'number', $value: 1 } } }, 'g.$name', 'not a property of a group'],
    [{ '': { $type: 'number', $value: 1 } }, '', 'name'],
    [JSON.parse('{"g":{"__proto__":{"$type":"number","$value":1}}}') as Tree, 'g.__proto__', '__proto__'],
    [{ palette: { x: { $type: 'number', $value: 1 } } }, 'palette', 'reserved'],
    [{ a: 5 }, 'a', 'must be a token'],
    [{ a: null }, 'a', 'must be a token'],
    [{ a: [1] }, 'a', 'must be a token'],
    [{ a: { $value: 5 } }, 'a', 'no $type'],
    [{ a: { $type: 'kolor', $value: 5 } }, 'a', 'color'],
    [{ a: { $type: 'number', $value: 'x' } }, 'a', '$value must be number'],
    // JSON.parse turns 1e309 into this.
    [{ a: { $type: 'number', $value: Number.POSITIVE_INFINITY } }, 'a', '$value must be number'],
    [{ a: { $type: 'color', $value: '#ff0000' } }, 'a', '$value'],
    // The official schema alone lets this one pass, because the type is on the group.
    [{ g: { $type: 'color', a: { $value: '#ff0000' } } }, 'g.a', '$value'],
    [
      { a: { $type: 'color', $value: { colorSpace: 'srgb', components: [1, 2, 0] } } },
      'a',
      '$value.components.1 must be <= 1',
    ],
    [
      { a: { $type: 'color', $value: { colorSpace: 'oklch', components: [0.5, 0.1, 360] } } },
      'a',
      'must be < 360',
    ],
    [{ a: { $type: 'color', $value: { ...BLUE, hex: '#3366cc80' } } }, 'a', '$value.hex'],
    [{ a: { $type: 'dimension', $value: { value: 1, unit: 'em' } } }, 'a', 'px, rem'],
    [
      { a: { $type: 'dimension', $value: '{palette.0}' } },
      'a',
      'has the type dimension, but refers to a token of the type color',
    ],
    [{ a: { $type: 'number', $value: 1, value: 2 } }, 'a', 'value'],
    [{ g: { $description: 5, a: { $type: 'number', $value: 1 } } }, 'g', '$description'],
    [{ $description: 5, a: { $type: 'number', $value: 1 } }, '', '$description'],
    [nested(33), [...Array<string>(32).fill('group'), 'token'].join('.'), 'deeper than 32'],
  ])('refuses tokens that break a rule (case %#)', (tree, path, message) => {
    const [where, why] = faultOf(tree);
    expect(where).toBe(path);
    expect(why).toContain(message);
  });

  it('refuses a small tree that expands without bound', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `g${n}`,
        n === 0
          ? { token: { $type: 'number', $value: 1 } }
          : { left: { $extends: `{g${n - 1}}` }, right: { $extends: `{g${n - 1}}` } },
      ]),
    );
    expect(faultOf(doubling)[1]).toContain('more than 20000 tokens and groups');
  });

  it('accepts names that mean something to JavaScript', () => {
    const token = { $type: 'number', $value: 1 };
    const tree: Tree = {
      constructor: token,
      toString: token,
      g: { hasOwnProperty: token },
      h: { $extends: '{g}', valueOf: token },
    };
    expect(resolve(tree).map(({ path }) => path.join('.'))).toEqual([
      'constructor',
      'toString',
      'g.hasOwnProperty',
      'h.hasOwnProperty',
      'h.valueOf',
    ]);
  });

  it('accepts trees of 32 levels and long chains, but not endless ones', () => {
    expect(resolve(nested(32))).toHaveLength(1);
    const chain = (length: number): Tree =>
      Object.fromEntries(
        Array.from({ length }, (_, n) => [
          `t${n}`,
          n === length - 1 ? { $type: 'number', $value: 1 } : { $value: `{t${n + 1}}` },
        ]),
      );
    expect(resolve(chain(30))).toHaveLength(30);
    expect(faultOf(chain(60))[1]).toContain('chain');
  });

  it('takes a list that an item refers to as its items', () => {
    const stop = (position: number) => ({ color: BLUE, position });
    const layer = { color: BLUE, offsetX: px(0), offsetY: px(1), blur: px(2), spread: px(0) };
    const tree: Tree = {
      dawn: { $type: 'gradient', $value: [stop(0), stop(0.5)] },
      day: { $type: 'gradient', $value: ['{dawn}', stop(1)] },
      low: { $type: 'shadow', $value: [layer, layer] },
      high: { $type: 'shadow', $value: ['{low}', layer] },
      sans: { $type: 'fontFamily', $value: ['Inter', 'Arial'] },
      code: { $type: 'fontFamily', $value: ['Fira', { $ref: '#/sans/$value' }] },
    };
    expect(valueOf(tree, 'day')).toEqual([stop(0), stop(0.5), stop(1)]);
    expect(valueOf(tree, 'high')).toEqual([layer, layer, layer]);
    expect(valueOf(tree, 'code')).toEqual(['Fira', 'Inter', 'Arial']);
  });
});
