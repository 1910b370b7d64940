import { readFileSync } from 'node:fs';

import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import type { DesignToken } from '../../src/formats/token.ts';
import { importTokens } from '../../src/imports/import-tokens.ts';
import type { TokenImport } from '../../src/imports/import-tokens.ts';
import type { Palette } from '../../src/palettes/palette.ts';
import type { Theme } from '../../src/themes/theme.ts';
import { renderText } from '../formats/render.ts';
import { samplePalette, sampleTheme } from '../sample-palette.ts';
import { computedBy } from './browser-values.ts';
import { installPackages } from './install-packages.ts';
import type { InstalledPackages } from './install-packages.ts';
import { differencesInCss, differencesInParts, PLAIN, shown, typeOf } from './read-back.ts';
import type { ComputeCss } from './read-back.ts';
import { SYSTEMS } from './systems.ts';
import type { System } from './systems.ts';

/** Names of custom properties that a style sheet declares. */
const namesIn = (css: string): Set<string> =>
  new Set(
    [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?<=[{;\s])--([\w-]+)\s*:/g)].map(([, name]) => name!),
  );

/** A system's own tokens in one of its modes; without a name, as they are without one. */
const ownTokens = (theme: Theme, mode: string, palette: Palette | null = null): DesignToken[] => {
  if (mode === '') return tokensOfTheme({ ...theme, contexts: [] }, 'light', palette, null, 'own');
  return tokensOfTheme(theme, mode, palette, null, 'own');
};

describeInBrowser('published design systems, imported and exported', () => {
  let packages: InstalledPackages;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    packages = await installPackages([...new Set(SYSTEMS.map((system) => system.package))]);
    browser = await launchBrowser(process.env);
    page = await browser.newPage();
  }, 600_000);
  afterAll(async () => {
    await browser.close();
    await packages.remove();
  });

  const read = (system: System, file: string): string =>
    readFileSync(packages.pathOf(system.package, file), 'utf8');
  /** A file's values as a style sheet: its own, or of a flat object of them. */
  const sheetOf = (system: System, file: string): string => {
    const text = read(system, file);
    if (!file.endsWith('.json')) return text;
    const values = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return `:root {${values.map(([name, value]) => `--${name}: ${String(value)};`).join(' ')}}`;
  };
  const importOf = (system: System): TokenImport => {
    const files = system.files.map((name) => ({ name, content: read(system, name) }));
    return importTokens({ files, options: { collisions: 'suffix' } });
  };

  describe.each(SYSTEMS.map((system) => [system.package, system] as const))('%s', (_, system) => {
    let imported: TokenImport;
    let theme: Theme;
    beforeAll(() => {
      imported = importOf(system);
      theme = sampleTheme(imported.tokens);
    });

    it('loses nothing without naming it', () => {
      const kept = new Set(theme.resolved.map(({ path }) => path.join('.')));
      const said = [...imported.changes, ...imported.unresolved.map(({ field }) => field)].join('\n');
      const words = new Set(said.match(/[\w-]+/g));
      const lost = system.files
        .flatMap((file) => [...namesIn(sheetOf(system, file))])
        .filter((name) => !kept.has(name) && !words.has(name) && !words.has(`--${name}`));
      expect(lost).toEqual([]);
      expect(kept.size).toBe(imported.count);
    });

    it('has the values that its own style sheets have in Chromium, in each of its modes', async () => {
      const exported = await renderText('css', tokensOfTheme(theme, null, null, null, 'own'), {
        ...PLAIN,
        colorSyntax: 'oklch',
        case: 'keep',
      });
      const found: Record<string, unknown> = {};
      for (const [mode, { css, ...surroundings }] of Object.entries(system.modes)) {
        const published = (css ?? system.published ?? system.files)
          .map((file) => sheetOf(system, file))
          .join('\n');
        const tokens = ownTokens(theme, mode);
        const asked = tokens.map((token) => ({ name: token.path.join('-'), type: typeOf(token) }));
        const theirs = await computedBy(page, published, surroundings, asked);
        const ours = await computedBy(
          page,
          exported,
          mode === '' ? {} : { attributes: { 'data-theme': mode, 'data-mode': mode } },
          asked,
        );
        const differing = asked.filter(({ name }) => theirs.has(name) && theirs.get(name) !== ours.get(name));
        found[mode] = {
          compared: asked.filter(({ name }) => theirs.has(name)).length,
          differing: differing.map(({ name, type }) => [name, type, theirs.get(name), ours.get(name)]),
        };
      }
      for (const item of Object.values(found)) expect(item).toMatchObject({ differing: [] });
    });

    const modes = Object.keys(system.modes);

    // Style Dictionary is a process of its own, and takes seconds: its other versions read one mode.
    const others = ['Style Dictionary 4', 'Tokens Studio’s transforms'] as const;

    it.each(modes)('is read by the programs of all formats, in the mode "%s"', async (mode) => {
      const [meant, tokens] = [ownTokens(theme, mode), ownTokens(theme, mode, samplePalette('#3366cc'))];
      const compute: ComputeCss = (values) =>
        computedBy(
          page,
          `:root {\n${values.map(({ name, text }) => `--${name}: ${text};`).join('\n')}\n}`,
          {},
          values,
        );
      const dictionaries = ['Style Dictionary 5', ...(mode === modes[0] ? others : [])] as const;
      expect(shown(await differencesInCss(meant, tokens, compute, dictionaries))).toEqual({});
      expect(shown(await differencesInParts(meant, tokens))).toEqual({});
    });
  });
});
