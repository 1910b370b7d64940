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
