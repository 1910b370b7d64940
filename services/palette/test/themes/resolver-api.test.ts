import { createImportClient } from '../imports/import-client.ts';
import type { ImportClient } from '../imports/import-client.ts';
import { readResolverWithTerrazzo } from '../read-with-terrazzo.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

type Value = Readonly<Record<string, unknown>> | string | number;

interface Resolved {
  path: string;
  value: Value;
  modes?: Record<string, Value>;
}

const SHADCN = `:root { --background: #fff; --border: #e5e5e5; --primary: #171717; --radius: 10px; --link: var(--primary) }
.dark { --background: #0a0a0a; --border: #262626; --primary: #fafafa }
.theme-sea { --primary: #006688; --radius: 4px }`;

const RESOLVER = {
  version: '2025.10',
  sets: {
    all: {
      sources: [
        {
          size: {
            $type: 'dimension',
            base: { $value: { value: 4, unit: 'px' } },
            wide: { $value: '{size.base}' },
          },
          'high contrast': {
            $type: 'color',
            edge: { $value: { colorSpace: 'srgb', components: [0, 0, 0] } },
          },
        },
      ],
    },
  },
  modifiers: {
    density: {
      contexts: {
        cosy: [],
        compact: [{ size: { base: { $type: 'dimension', $value: { value: 2, unit: 'px' } } } }],
      },
      default: 'cosy',
    },
  },
  resolutionOrder: [{ $ref: '#/sets/all' }, { $ref: '#/modifiers/density' }],
};

/** What is the same in a value of the platform and of Terrazzo. */
const shown = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { colorSpace, components, alpha = 1, value: number, unit } = value as Record<string, unknown>;
  return colorSpace === undefined ? [number, unit] : [colorSpace, components, alpha];
};

/** High contrast on dark is dark where a team says nothing else. */
const plain = ({ dark }: Record<string, Value>, mode: string): Value | undefined =>
  mode === 'high-contrast-dark' ? dark : undefined;

describe('a theme as a resolver document', () => {
  it.each([
    ['without modes of its own', 'css', ':root { --gap: 4px; --brand: #336699 }', []],
    ['with a dark mode and a theme', 'css', SHADCN, ['dark', 'sea']],
    ['with a modifier of a team', 'dtcg', RESOLVER, ['compact']],
  ])('%s is read by Terrazzo as the platform shows it in every mode', async (_, format, content, own) => {
    const { theme } = await client.imported(format, content);
    const { said, apply } = await readResolverWithTerrazzo(JSON.stringify(theme.resolver));
    expect(said).toEqual([]);
    const modifiers = Object.entries(theme.resolver.modifiers as Record<string, { contexts: object }>);
    const modes = modifiers.flatMap(([modifier, { contexts }]) =>
      Object.keys(contexts).map((mode) => [modifier, mode] as const),
    );
    expect(modes.map(([, mode]) => mode)).toEqual(expect.arrayContaining(own));
    for (const [modifier, mode] of modes) {
      const tokens = apply({ [modifier]: mode });
      const key = mode.replaceAll('-', '_');
      const roles = Object.entries((theme.modes[key] ?? {}) as Record<string, { hex: string }>);
      for (const [role, { hex }] of roles)
        expect([mode, role, (tokens[`role.${role}`]?.$value as { hex?: string }).hex]).toEqual([
          mode,
          role,
          hex,
        ]);
      for (const { path, value, modes: inModes = {} } of theme.resolved_tokens as Resolved[])
        expect([mode, path, shown(tokens[path]?.$value)]).toEqual([
          mode,
          path,
          shown(inModes[key] ?? plain(inModes, mode) ?? value),
        ]);
    }
  });
});
