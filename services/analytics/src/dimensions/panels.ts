import { PANEL_GROUPS } from './dimension.ts';
import type { PropertyDimension } from './dimension-names.ts';
import { isProperty, propertyOf } from './dimension-names.ts';
import { DIMENSIONS } from './dimensions.ts';

/** A dimension's list on the statistics page; each can be opened as a longer table. */
export type Panel = (typeof DIMENSIONS)[number]['id'];

/** A list that can be opened: also of the properties of events, and of one property's values. */
export type OpenList = Panel | PropertyDimension | 'properties';

export const PANELS: readonly Panel[] = DIMENSIONS.map(({ id }) => id);

const isOnDemand = ({ panel }: (typeof DIMENSIONS)[number]): boolean => 'isOnDemand' in panel;

/** Those that the page shows at once. */
export const SHOWN_PANELS: readonly Panel[] = DIMENSIONS.filter((item) => !isOnDemand(item)).map(
  ({ id }) => id,
);

const TITLES: ReadonlyMap<string, string> = new Map([
  ...DIMENSIONS.map(({ id, panel }): [string, string] => [id, panel.title]),
  ['properties', 'Properties of events'],
]);

/** The heading of a list: `Countries`. */
export const listTitle = (list: OpenList): string =>
  TITLES.get(list) ?? (list !== 'properties' && isProperty(list) ? propertyOf(list) : list);

/** Reads the name of a list; undefined for what is none. */
export const toOpenList = (text: string): OpenList | undefined => {
  if (text === 'properties' || /^prop:.{1,100}$/s.test(text)) return text as OpenList;
  return PANELS.find((panel) => panel === text);
};

export interface PanelGroup {
  readonly title: string;
  readonly panels: readonly Panel[];
  /** Lists that are loaded when they are opened. */
  readonly more: readonly OpenList[];
}

/** The lists in the order and groups in which the page shows them. */
export const PANELS_BY_GROUP: readonly PanelGroup[] = Object.entries(PANEL_GROUPS).map(([group, title]) => {
  const ofGroup = DIMENSIONS.filter(({ panel }) => panel.group === group);
  return {
    title,
    panels: ofGroup.filter((item) => !isOnDemand(item)).map(({ id }) => id),
    more: [
      ...ofGroup.filter(isOnDemand).map(({ id }) => id),
      ...(group === 'actions' ? (['properties'] as const) : []),
    ],
  };
});
