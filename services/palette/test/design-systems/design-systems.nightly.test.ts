import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { launchBrowser } from '@platform/browser';
import { describeInBrowser } from '@platform/testing';
import type { Browser, Page } from 'playwright-core';
import { compile } from 'tailwindcss';

import { tokensOfTheme } from '../../src/exports/collect-tokens.ts';
import { splitTokens } from '../../src/formats/export-format.ts';
import { nameTokens } from '../../src/formats/naming/name-tokens.ts';
import * as rules from '../../src/formats/naming/rules.ts';
import { inParts } from '../../src/formats/notation/value-parts.ts';
import { formats } from '../../src/formats/registry.ts';
import { isColorToken } from '../../src/formats/token.ts';
import type { DesignToken } from '../../src/formats/token.ts';
import { withLetterSpacing } from '../../src/formats/notation/css-value.ts';
import { importTokens } from '../../src/imports/import-tokens.ts';
import type { TokenImport } from '../../src/imports/import-tokens.ts';
import type { Theme } from '../../src/themes/theme.ts';
import { treeFault } from '../../src/themes/tokens/dtcg-schemas.ts';
import { renderText } from '../formats/render.ts';
import { readWithTerrazzo } from '../read-with-terrazzo.ts';
import { sampleTheme } from '../sample-palette.ts';
import { computedBy } from './browser-values.ts';
import { installPackages } from './install-packages.ts';
import type { InstalledPackages } from './install-packages.ts';
import { SYSTEMS } from './systems.ts';
import type { System } from './systems.ts';
import { constantsIn, CSS_READERS, partsOfToken, resourcesIn } from './written-values.ts';
import { faultsIn } from './grammars.ts';

const resolveConfig = createRequire(import.meta.url)('tailwindcss3/resolveConfig') as (
  config: object,
) => object;

/** Names of custom properties that a style sheet declares. */
const namesIn = (css: string): Set<string> =>
  new Set(
    [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?<=[{;\s])--([\w-]+)\s*:/g)].map(([, name]) => name!),
  );

const typeOf = (token: DesignToken): string => (isColorToken(token) ? 'color' : token.type);

const NAMES = {
  css: rules.CSS_NAMES,
  scss: rules.SASS_NAMES,
  less: rules.LESS_NAMES,
  stylus: rules.ASCII_KEBAB_NAMES,
  js: rules.JAVASCRIPT_NAMES,
  ts: rules.JAVASCRIPT_NAMES,
  json: rules.CSS_NAMES,
  'ios-swift': rules.SWIFT_NAMES,
  swiftui: rules.SWIFT_NAMES,
  compose: rules.KOTLIN_NAMES,
  flutter: rules.DART_NAMES,
} as const;

const PLAIN = { prefix: '', comments: false, collisions: 'suffix', p3: false } as const;

/** A system's own tokens in one of its modes; without a name, as they are without one. */
const ownTokens = (theme: Theme, mode: string): DesignToken[] => {
  if (mode === '') return tokensOfTheme({ ...theme, contexts: [] }, 'light', null, null, 'own');
  return tokensOfTheme(theme, mode, null, null, 'own');
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

    it.each(modes)('is written to CSS’s relatives with the values of CSS, in the mode "%s"', async (mode) => {
      const tokens = withLetterSpacing(ownTokens(theme, mode));
      const valuesIn = async (id: keyof typeof NAMES): Promise<ReadonlyMap<string, string>> => {
        const text = await renderText(id, ownTokens(theme, mode), PLAIN);
        const written = await CSS_READERS[id]!(text);
        const named = nameTokens(tokens, NAMES[id], [], PLAIN);
        const lines = named.map(({ name }, at) => `--t${at}: ${written.get(name) ?? ''};`);
        const asked = tokens.map((token, at) => ({ name: `t${at}`, type: typeOf(token) }));
        return computedBy(page, `:root {\n${lines.join('\n')}\n}`, {}, asked);
      };
      const css = await valuesIn('css');
      expect(css.size).toBe(tokens.length);
      for (const id of ['scss', 'less', 'stylus', 'js', 'ts', 'json'] as const) {
        const found = await valuesIn(id);
        const differing = [...css].filter(([name, value]) => found.get(name) !== value);
        expect([id, differing.map(([name, value]) => [name, value, found.get(name)])]).toEqual([id, []]);
      }
    });

    it.each(modes)('is written to programs with the values that it has, in the mode "%s"', async (mode) => {
      const tokens = ownTokens(theme, mode);
      for (const id of ['ios-swift', 'swiftui', 'compose', 'flutter'] as const) {
        const source = await renderText(id, tokens, PLAIN);
        expect([id, await faultsIn(id, source)]).toEqual([id, []]);
        const constants = constantsIn(id, source);
        const differing = nameTokens(tokens, NAMES[id], [], PLAIN).flatMap(({ name, token }) => {
          const [meant, found] = [
            partsOfToken(token, id !== 'compose').join(' '),
            constants.get(name)?.join(' '),
          ];
          return meant === found ? [] : [[name, meant, found]];
        });
        expect([id, differing]).toEqual([id, []]);
      }
      const { kept } = splitTokens(formats.get('android-xml')!, tokens);
      expect(resourcesIn(await renderText('android-xml', tokens, PLAIN)).size).toBe(inParts(kept).length);
    });

    it.each(modes)('is read by Terrazzo and Style Dictionary, in the mode "%s"', async (mode) => {
      const tokens = ownTokens(theme, mode);
      const dtcg = await renderText('dtcg', tokens, PLAIN);
      expect(treeFault(JSON.parse(dtcg) as object)).toBeNull();
      const terrazzo = await readWithTerrazzo(dtcg);
      expect(terrazzo.said).toEqual([]);
      expect(Object.keys(terrazzo.tokens)).toHaveLength(tokens.length);
      const built = await CSS_READERS['style-dictionary']!(
        await renderText('style-dictionary', tokens, PLAIN),
      );
      expect(built.size).toBe(tokens.length);
      // Style Dictionary has no transform of its own for gradients.
      const gradients = tokens.filter((token) => typeOf(token) === 'gradient').length;
      expect([...built.values()].filter((value) => /\[object|undefined|NaN|\{/.test(value))).toHaveLength(
        gradients,
      );
      const figma = JSON.parse(await renderText('figma', tokens, PLAIN)) as object;
      expect(JSON.stringify(figma).match(/"com.figma.scopes"/g)).toHaveLength(
        inParts(splitTokens(formats.get('figma')!, tokens).kept).length,
      );
    });

    it('is compiled by Tailwind 4, and loaded by Tailwind 3', async () => {
      const tokens = ownTokens(theme, '');
      const source = await renderText('tailwind-v4', tokens, PLAIN);
      const compiler = await compile(source.replace('@theme {', '@theme static {'));
      const names = new Set([...compiler.build([]).matchAll(/^\s*--([\w-]+):/gm)].map(([, name]) => name));
      expect(names.size).toBe(withLetterSpacing(tokens).length);
      const preset = await renderText('tailwind-v3', tokens, PLAIN);
      const module = (await import(`data:text/javascript,${encodeURIComponent(preset)}`)) as {
        default: object;
      };
      const { theme: resolved } = resolveConfig(module.default) as { theme: { colors: object } };
      expect(JSON.stringify(resolved.colors).match(/"#|"rgb/g)!.length).toBeGreaterThanOrEqual(
        tokens.filter(isColorToken).length,
      );
    });
  });
});
