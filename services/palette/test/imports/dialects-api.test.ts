import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

describe('tokens as common tools write them', () => {
  it('renames a group called palette, which themes refuse, and the references to it', async () => {
    const content = {
      palette: { $type: 'color', blue: { $value: '#336699' } },
      brand: { $type: 'color', $value: '{palette.blue}' },
    };
    const { values, changes } = await client.imported('dtcg', content);
    expect(values).toEqual({ 'palette-tokens.blue': '#336699', brand: '#336699' });
    expect(changes).toContainEqual(expect.stringContaining('the group is now palette-tokens'));
  });

  it('renames in JSON Pointers too, whose slashes and tildes are escaped', async () => {
    const { values, tokens } = await client.imported('dtcg', {
      'dark/primary': { $type: 'color', $value: '#336699' },
      'dark~primary': { $type: 'color', $value: '#99ccff' },
      'dark primary': { $type: 'color', $value: '#000000' },
      slash: { $type: 'color', $ref: '#/dark~1primary' },
      tilde: { $type: 'color', $ref: '#/dark~0primary/$value' },
      percent: { $type: 'color', $ref: '#/dark%20primary' },
      curly: { $type: 'color', $value: '{dark/primary}' },
      other: { $type: 'color', $ref: '#/slash' },
    });
    expect(values).toMatchObject({
      slash: '#336699',
      tilde: '#99ccff',
      percent: '#000000',
      curly: '#336699',
      other: '#336699',
    });
    expect(tokens).toMatchObject({
      slash: { $ref: '#/dark~1primary-token' },
      tilde: { $ref: '#/dark~0primary-token/$value' },
      percent: { $ref: '#/dark%20primary-token' },
      other: { $ref: '#/slash' },
    });
  });

  it.each([
    {
      what: 'a style sheet with a dark mode',
      format: 'css',
      content:
        ':root { --primary: #336699; --dark-primary: #abc } .dark { --primary: #99ccff; --link: var(--primary) }',
      renamed: ['dark-primary-token', 'dark-tokens'],
    },
    {
      what: 'groups for light and dark',
      format: 'dtcg',
      content: {
        Light: {
          $type: 'color',
          surface: { variant: { $value: '#ffffff' } },
          ink: { $value: '{Light.surface.variant}' },
        },
        'high contrast': { $type: 'color', focus: { $root: { $value: '#000000' } } },
        dark: { $type: 'color', ink: { $value: '#eeeeee' } },
      },
      renamed: ['Light-tokens', 'high contrast-tokens'],
    },
  ])('imports $what as a theme that exports with all its modes', async ({ format, content, renamed }) => {
    const { tokens, changes, styleSheet } = await client.imported(format, content);
    for (const name of renamed) {
      expect(Object.keys(tokens)).toContain(name);
      expect(changes).toContainEqual(
        expect.stringMatching(new RegExp(`name of one of .* is now ${name}\\.$`)),
      );
    }
    expect(await styleSheet()).toContain('--theme-dark-primary:');
  });

  it('reads DTCG as common tools write it', async () => {
    const { values } = await client.imported('dtcg', {
      black: { $type: 'color', $value: { colorSpace: 'srgb', components: [0, 0, 0], hex: '#000' } },
      veil: {
        $type: 'color',
        $value: { colorSpace: 'srgb', components: [1, 1, 1], alpha: 0.4, hex: '#ffffff66' },
      },
      gap: { $type: 'dimension', $value: { value: 8, unit: 'dp' } },
      heading: {
        $type: 'typography',
        $value: {
          fontFamily: 'Inter',
          fontSize: { value: 20, unit: 'px' },
          fontWeight: 600,
          letterSpacing: { value: -2, unit: '%' },
          lineHeight: { value: 30, unit: 'px' },
        },
      },
      title: { $type: 'string', $value: 'Hello' },
    });
    expect(values).toMatchObject({
      black: '#000000',
      veil: '#ffffff',
      gap: '8px',
      heading: { letterSpacing: { value: -0.4, unit: 'px' }, lineHeight: 1.5 },
    });
    expect(values).not.toHaveProperty('title');
  });

  it('reads Style Dictionary’s bare numbers as rem, and its DTCG values as they are', async () => {
    const shadow = {
      color: { colorSpace: 'srgb', components: [0, 0, 0], hex: '#000000' },
      offsetX: { value: 0, unit: 'px' },
      offsetY: { value: 1, unit: 'px' },
      blur: { value: 2, unit: 'px' },
      spread: { value: 0, unit: 'px' },
    };
    const { values } = await client.imported('style-dictionary', {
      size: { small: { value: '0.75', type: 'dimension' } },
      lift: { $type: 'shadow', $value: shadow },
    });
    expect(values).toEqual({ 'size.small': '0.75rem', lift: shadow });
  });
});
