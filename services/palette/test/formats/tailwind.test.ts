import { createRequire } from 'node:module';

import { compile } from 'tailwindcss';
import { readFileSync } from 'node:fs';

import { renderText } from './render.ts';
import { NASTY, SAMPLE } from './sample-tokens.ts';

const require = createRequire(import.meta.url);

/** Tailwind 3 as a PostCSS plugin, with PostCSS from its own dependencies. */
const tailwind3 = async (preset: object, html: string): Promise<string> => {
  const fromTailwind = createRequire(require.resolve('tailwindcss3'));
  const postcss = fromTailwind('postcss');
  const plugin = require('tailwindcss3')({
    presets: [preset],
    content: [{ raw: html, extension: 'html' }],
    corePlugins: { preflight: false },
  });
  return (await postcss([plugin]).process('@tailwind utilities;', { from: undefined })).css;
};

const load = async (source: string): Promise<object> =>
  (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default;

/** Tailwind 4 with the theme, and the utilities that these classes make. */
const tailwind4 = async (theme: string, classes: string[]): Promise<string> => {
  const compiler = await compile(`@import 'tailwindcss/utilities';\n${theme}`, {
    loadStylesheet: (id: string, base: string) => {
      const path = require.resolve(`${id}.css`);
      return Promise.resolve({ path, base, content: readFileSync(path, 'utf8') });
    },
  });
  return compiler.build(classes);
};

describe('tailwind-v3, loaded by Tailwind 3', () => {
  it('generates utilities for every colour, with working opacity', async () => {
    const preset = await load(await renderText('tailwind-v3', SAMPLE));
    const css = await tailwind3(
      preset,
      '<p class="bg-brand-base text-brand-base-50 border-brand-on-primary/50">',
    );
    expect(css).toMatch(/\.bg-brand-base \{[^}]*rgb\(51 102 153/);
    expect(css).toMatch(/\.text-brand-base-50 \{[^}]*rgb\(238 243 255/);
    expect(css).toMatch(/\.border-brand-on-primary\\\/50 \{[^}]*rgb\(255 255 255 \/ 0\.5\)/);
  });

  it('supports oklch with opacity', async () => {
    const preset = await load(await renderText('tailwind-v3', SAMPLE, { colorSyntax: 'oklch' }));
    const css = await tailwind3(preset, '<p class="bg-brand-base/40">');
    expect(css).toMatch(/oklch\(0\.\d+ 0\.\d+ \d+(\.\d+)? \/ 0\.4\)/);
  });

  it('survives difficult names', async () => {
    const preset = await load(await renderText('tailwind-v3', NASTY));
    const css = await tailwind3(
      preset,
      '<p class="bg-brand-grosse bg-brand-500 bg-brand-default bg-brand-u2605">',
    );
    for (const rgb of ['85 85 85', '68 68 68', '34 34 34', '119 119 119'])
      expect(css).toContain(`rgb(${rgb}`);
  });
});

describe('tailwind-v4, compiled by Tailwind 4', () => {
  it('generates utilities for every colour', async () => {
    const css = await tailwind4(await renderText('tailwind-v4', SAMPLE), [
      'bg-brand-base',
      'text-brand-base-50',
    ]);
    expect(css).toContain('--color-brand-base: #336699');
    expect(css).toMatch(/\.bg-brand-base \{\s*background-color: var\(--color-brand-base\)/);
    expect(css).toMatch(/\.text-brand-base-50 \{\s*color: var\(--color-brand-base-50\)/);
    expect(css).toMatch(
      /@media \(color-gamut: p3\) \{\s*:root \{\s*--color-brand-neon: color\(display-p3 0 1 0\)/,
    );
  });

  it('does not repeat color without a prefix', async () => {
    const css = await tailwind4(await renderText('tailwind-v4', SAMPLE, { prefix: 'color' }), ['bg-base']);
    expect(css).toMatch(/\.bg-base \{\s*background-color: var\(--color-base\)/);
  });

  it('survives difficult names', async () => {
    const css = await tailwind4(await renderText('tailwind-v4', NASTY), [
      'bg-brand-grosse',
      'bg-brand-u2605',
    ]);
    expect(css).toContain('--color-brand-grosse: #555555');
    expect(css).toContain('.bg-brand-u2605');
    expect(css).not.toMatch(/red|evil/);
  });
});
