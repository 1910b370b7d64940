import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

describe('modes of style sheets', () => {
  it('refers to the dark mode’s own properties inside of it', async () => {
    const { values, tokens } = await client.imported(
      'css',
      `:root { --gray: #ffffff; --blue: #0000ff; --bg: var(--gray); --tint: var(--blue) }
       .dark { --gray: #111111; --bg: var(--gray); --tint: var(--blue) }`,
    );
    expect(tokens.dark).toMatchObject({ bg: { $value: '{dark.gray}' }, tint: { $value: '{blue}' } });
    expect(values).toMatchObject({ bg: '#ffffff', 'dark.bg': '#111111', 'dark.tint': '#0000ff' });
  });

  it.each([
    '[data-bs-theme=dark] {',
    "[data-color-mode='dark'] {",
    '.theme-dark {',
    'html.dark-mode {',
    '@media (prefers-color-scheme: dark) { :root:not(.light) {',
  ])('knows %s as a dark mode', async (rule) => {
    const end = rule.startsWith('@') ? '} }' : '}';
    const { values } = await client.imported('css', `:root { --bg: #fff } ${rule} --bg: #000 ${end}`);
    expect(values).toEqual({ bg: '#ffffff', 'dark.bg': '#000000' });
  });

  it.each([':root:not(.dark) {', '.dark-blue {', '@media not (prefers-color-scheme: dark) { :root {'])(
    'knows %s as none',
    async (rule) => {
      const end = rule.startsWith('@') ? '} }' : '}';
      const { values } = await client.imported('css', `${rule} --bg: #fff ${end} .dark { --bg: #000 }`);
      expect(values).toEqual({ bg: '#ffffff', 'dark.bg': '#000000' });
    },
  );

  it('reads both values of light-dark()', async () => {
    const content = ':root { --ink: #111111; --bg: light-dark(rgb(255, 255, 255), var(--ink)) }';
    const { values, tokens } = await client.imported('css', content);
    expect(values).toEqual({ ink: '#111111', bg: '#ffffff', 'dark.bg': '#111111' });
    expect(tokens.dark.bg.$value).toBe('{ink}');
  });

  it('reads references to names in any script', async () => {
    const { tokens } = await client.imported('css', ':root { --深蓝: #00008b; --größe: var( --深蓝 ) }');
    expect(tokens['größe'].$value).toBe('{深蓝}');
  });

  it('reads a theme of shadcn/ui, whose values are outside of @theme', async () => {
    const { values, tokens } = await client.imported(
      'tailwind-v4',
      `@import "tailwindcss";
       @custom-variant dark (&:is(.dark *));
       :root { --radius: 0.625rem; --background: oklch(1 0 0); --primary: var(--brand); --brand: #336699 }
       .dark { --background: oklch(0.145 0 0) }
       .card { --radius: 2px }
       @theme inline {
         --color-background: var(--background);
         --color-primary: var(--primary);
         --color-link: var(--color-background);
         --radius-lg: var(--radius);
       }`,
    );
    expect(values).toEqual({
      'color.background': '#ffffff',
      'color.primary': '#336699',
      'color.link': '#ffffff',
      'radius.lg': '0.625rem',
      'dark.color.background': '#0a0a0a',
    });
    expect(tokens.color.link.$value).toBe('{color.background}');
  });
});
