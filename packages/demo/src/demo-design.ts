import type { DemoApi } from './demo-api.ts';

export interface DemoTheme {
  readonly name: string;
  readonly link: string;
}

interface Items<Item> {
  readonly items: readonly Item[];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface PaletteJson {
  readonly id: string;
  readonly harmony: string;
}

interface ThemeJson extends Named {
  readonly preview_url: string;
}

const WORKSPACE = 'Demo';

/** A palette has a harmony of its own in the demo's workspace, by which it is found again. */
const THEMES = [
  { name: 'Ocean', base_color: 'oklch(0.62 0.15 250)', harmony: 'triadic', count: 6 },
  { name: 'Meadow', base_color: '#3f8f5b', harmony: 'analogous', count: 5 },
  { name: 'Ember', base_color: '#d9542b', harmony: 'complementary', count: 5 },
] as const;

const TOKENS = {
  color: { $type: 'color', primary: { $value: '{palette.0}' }, accent: { $value: '{palette.1}' } },
  radius: { $type: 'dimension', card: { $value: { value: 8, unit: 'px' } } },
};

/** Creates the demo's workspace, palettes and themes where they are missing. */
export const fillDesign = async (api: DemoApi): Promise<DemoTheme[]> => {
  const { items: workspaces } = await api.call<Items<Named>>('GET', '/v1/workspaces?limit=100');
  const workspace =
    workspaces.find(({ name }) => name === WORKSPACE) ??
    (await api.call<Named>('POST', '/v1/workspaces', { name: WORKSPACE }));
  const inWorkspace = `workspace_id=${workspace.id}&limit=100`;
  const { items: palettes } = await api.call<Items<PaletteJson>>('GET', `/v1/palettes?${inWorkspace}`);
  const { items: themes } = await api.call<Items<ThemeJson>>('GET', `/v1/themes?${inWorkspace}`);
  return Promise.all(
    THEMES.map(async ({ name, ...colors }): Promise<DemoTheme> => {
      const palette =
        palettes.find(({ harmony }) => harmony === colors.harmony) ??
        (await api.call<PaletteJson>('POST', '/v1/palettes', { ...colors, workspace_id: workspace.id }));
      const theme =
        themes.find((known) => known.name === name) ??
        (await api.call<ThemeJson>('POST', '/v1/themes', { palette_id: palette.id, name, tokens: TOKENS }));
      return { name, link: theme.preview_url };
    }),
  );
};
