import type { Surroundings } from './browser-values.ts';

/** A design system as its package publishes it. */
export interface System {
  /** Package and version, as npm takes them. */
  readonly package: string;
  /** Files in it that are imported together. */
  readonly files: readonly string[];
  /**
   * How the package's own style sheets choose a mode, by what the theme calls it; the empty name is the
   * page without one.
   */
  readonly modes: Readonly<Record<string, Surroundings & { readonly css?: readonly string[] }>>;
  /** Style sheets that have the values, if they aren't the imported files. */
  readonly published?: readonly string[];
}

const attribute = (name: string, value: string): Surroundings => ({ attributes: { [name]: value } });
const byClass = (name: string): Surroundings => attribute('class', name);
const byTheme = (name: string): Surroundings => attribute('data-theme', name);
const PLAIN = { '': {} };

const F36 = [
  'spacing',
  'z-index',
  'content-width',
  'colors/colors-blue',
  'colors/colors-semantic',
  'typography/font-size',
].map((name) => `dist/css/${name}.css`);

const SAP = ['sap_horizon', 'sap_horizon_dark', 'sap_horizon_hcb'].map(
  (name) => `content/Base/baseLib/${name}/css_variables.css`,
);

/** Published systems: lengths, type and colours, in files of every kind, with up to eight modes. */
export const SYSTEMS: readonly System[] = [
  { package: 'open-props@1.7.23', files: ['open-props.min.css'], modes: PLAIN },
  {
    package: '@primer/primitives@11.10.0',
    files: ['light', 'dark', 'dark-dimmed', 'light-high-contrast'].map(
      (name) => `dist/css/functional/themes/${name}.css`,
    ),
    modes: {
      '': { attributes: { 'data-color-mode': 'light', 'data-light-theme': 'light' } },
      dark: { attributes: { 'data-color-mode': 'dark', 'data-dark-theme': 'dark' } },
      'dark-dimmed': { attributes: { 'data-color-mode': 'dark', 'data-dark-theme': 'dark_dimmed' } },
    },
  },
  {
    package: '@shopify/polaris-tokens@9.4.2',
    files: ['dist/css/styles.css'],
    modes: { '': {}, 'dark-experimental': byClass('p-theme-dark-experimental') },
  },
  {
    package: '@spectrum-css/tokens@16.0.2',
    files: ['dist/css/index.css'],
    modes: {
      medium: byClass('spectrum spectrum--light spectrum--medium'),
      large: byClass('spectrum spectrum--light spectrum--large'),
    },
  },
  {
    package: '@radix-ui/themes@3.3.0',
    files: ['tokens.css'],
    modes: { '': byClass('radix-themes light'), dark: byClass('radix-themes dark') },
  },
  { package: '@salesforce-ux/sds-styling-hooks@0.7.1', files: ['dist/hooks.custom-props.css'], modes: PLAIN },
  {
    package: '@cds/core@6.17.0',
    files: ['styles/module.tokens.css', 'styles/theme.dark.css'],
    modes: { '': {}, dark: attribute('cds-theme', 'dark') },
  },
  {
    package: '@ionic/core@9.0.5',
    files: ['css/core.css', 'css/palettes/dark.class.css'],
    modes: { '': {}, dark: byClass('ion-palette-dark') },
  },
  { package: '@hashicorp/design-system-tokens@5.1.0', files: ['dist/products/css/tokens.css'], modes: PLAIN },
  {
    package: '@momentum-design/tokens@0.8.3',
    files: ['dist/css/theme/webex/light-stable.css', 'dist/css/theme/webex/dark-stable.css'],
    modes: {
      '': byClass('mds-theme-stable-lightWebex'),
      'stable-darkwebex': byClass('mds-theme-stable-darkWebex'),
    },
  },
  {
    package: '@nordhealth/themes@10.0.4',
    files: ['lib/nord.css', 'lib/nord-dark.css'],
    modes: { '': { css: ['lib/nord.css'] }, dark: { css: ['lib/nord.css', 'lib/nord-dark.css'] } },
  },
  {
    package: '@shoelace-style/shoelace@2.20.1',
    files: ['dist/themes/light.css', 'dist/themes/dark.css'],
    modes: { '': byClass('sl-theme-light'), dark: byClass('sl-theme-dark') },
  },
  {
    package: '@telekom/scale-design-tokens@3.0.0-beta.142',
    files: ['dist/design-tokens-telekom.css'],
    modes: PLAIN,
  },
  {
    package: '@utrecht/design-tokens@5.0.1',
    files: ['dist/variables.css', 'dist/dark/variables.css'],
    modes: { '': {}, dark: byClass('utrecht-theme--dark') },
  },
  {
    package: '@workday/canvas-tokens-web@3.0.0',
    files: ['css/base/_variables.css', 'css/system/_variables.css', 'css/brand/_variables.css'],
    modes: PLAIN,
  },
  {
    package: '@digdir/designsystemet-theme@1.11.0',
    files: ['src/themes/designsystemet.css'],
    modes: { '': {}, dark: attribute('data-color-scheme', 'dark') },
  },
  {
    package: '@equinor/eds-tokens@2.3.2',
    files: ['build/css/variables.min.css'],
    modes: { '': {}, dark: attribute('data-color-scheme', 'dark') },
  },
  {
    package: 'daisyui@5.8.1',
    files: ['light', 'dark', 'dracula', 'nord'].map((name) => `theme/${name}.css`),
    modes: {
      '': byTheme('light'),
      dark: byTheme('dark'),
      dracula: byTheme('dracula'),
      nord: byTheme('nord'),
    },
  },
  {
    package: '@patternfly/patternfly@6.6.1',
    files: ['base/patternfly-variables.css'],
    modes: { '': {}, dark: byClass('pf-v6-theme-dark') },
  },
  {
    package: 'bootstrap@5.3.8',
    files: ['dist/css/bootstrap.css'],
    modes: { '': {}, dark: attribute('data-bs-theme', 'dark') },
  },
  {
    package: '@picocss/pico@2.1.1',
    files: ['css/pico.css'],
    modes: { '': byTheme('light'), dark: byTheme('dark') },
  },
  {
    package: '@mantine/core@9.7.4',
    files: ['styles.css'],
    modes: {
      '': attribute('data-mantine-color-scheme', 'light'),
      dark: attribute('data-mantine-color-scheme', 'dark'),
    },
  },
  {
    package: '@vaadin/vaadin-lumo-styles@25.3.0',
    files: ['color', 'sizing', 'spacing', 'style', 'typography'].map((name) => `src/props/${name}.css`),
    modes: PLAIN,
  },
  { package: '@contentful/f36-tokens@6.3.1', files: F36, modes: PLAIN },
  {
    package: '@elastic/eui-theme-borealis@8.1.0',
    files: ['lib/eui_theme_borealis_light.json', 'lib/eui_theme_borealis_dark.json'],
    modes: {
      '': { css: ['lib/eui_theme_borealis_light.json'] },
      dark: { css: ['lib/eui_theme_borealis_dark.json'] },
    },
  },
  {
    package: '@wikimedia/codex-design-tokens@2.7.0',
    files: ['dist/theme-wikimedia-ui-root.css', 'dist/theme-wikimedia-ui-mode-dark.css'],
    modes: {
      '': { css: ['dist/theme-wikimedia-ui-root.css'] },
      dark: { css: ['dist/theme-wikimedia-ui-root.css', 'dist/theme-wikimedia-ui-mode-dark.css'] },
    },
  },
  {
    package: '@sap-theming/theming-base-content@11.36.5',
    files: SAP,
    modes: { '': { css: SAP.slice(0, 1) }, dark: { css: SAP.slice(0, 2) } },
  },
  {
    package: '@amsterdam/design-system-tokens@4.4.0',
    files: ['dist/index.css', 'dist/compact.css'],
    modes: {
      '': { css: ['dist/index.css'] },
      compact: { css: ['dist/index.css', 'dist/compact.css'] },
    },
  },
  {
    package: '@gouvfr/dsfr@1.15.3',
    files: ['dist/core/core.css'],
    modes: { '': {}, dark: attribute('data-fr-theme', 'dark') },
  },
  {
    package: '@awesome.me/webawesome@3.14.0',
    files: ['layers', 'color/palettes/default', 'color/variants/brand', 'themes/default'].map(
      (name) => `dist/styles/${name}.css`,
    ),
    modes: { '': {}, dark: byClass('wa-dark') },
  },
  {
    package: '@duetds/tokens@4.1.5',
    files: ['lib/tokens.custom-properties.css'],
    modes: { '': {}, turva: byClass('duet-theme-turva') },
  },
  {
    package: '@warp-ds/css@2.3.0',
    files: ['dist/tokens/finn-no.css', 'dist/tokens/finn-no-dark.css'],
    modes: {
      '': { css: ['dist/tokens/finn-no.css'] },
      dark: { css: ['dist/tokens/finn-no.css', 'dist/tokens/finn-no-dark.css'] },
    },
  },
  { package: 'mdui@2.1.5', files: ['mdui.css'], modes: { '': {}, dark: byClass('mdui-theme-dark') } },
  {
    package: '@tabler/core@1.6.1',
    files: ['dist/css/tabler.css'],
    modes: { '': {}, dark: attribute('data-bs-theme', 'dark') },
  },
];
