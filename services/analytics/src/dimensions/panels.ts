import { PANEL_GROUPS } from './dimension.ts';
import { DIMENSIONS } from './dimensions.ts';

type Definition = (typeof DIMENSIONS)[number];
type PanelDefinition = Exclude<Definition, { panel: null }>;

/** A dimension with a list on the statistics page; each list can be opened as a longer table. */
export type Panel = PanelDefinition['id'];

const hasPanel = (definition: Definition): definition is PanelDefinition => definition.panel !== null;
const DEFINITIONS = DIMENSIONS.filter(hasPanel);

export const PANELS: readonly Panel[] = DEFINITIONS.map(({ id }) => id);

const TITLES: ReadonlyMap<string, string> = new Map(DEFINITIONS.map(({ id, panel }) => [id, panel.title]));

/** The heading of a list: `Countries`. */
export const panelTitle = (panel: Panel): string => TITLES.get(panel) ?? panel;

export interface PanelGroup {
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** The lists in the order and groups in which the page shows them. */
export const PANELS_BY_GROUP: readonly PanelGroup[] = Object.entries(PANEL_GROUPS).map(([group, title]) => ({
  title,
  panels: DEFINITIONS.filter(({ panel }) => panel.group === group).map(({ id }) => id),
}));
