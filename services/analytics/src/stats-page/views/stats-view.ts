import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import { formatRange } from '../../calendar/date-format.ts';
import { TILE_METRICS } from '../../metrics/metric-values.ts';
import { formatCount } from '../../metrics/number-format.ts';
import type { PageData } from '../page-data.ts';
import type { GoalsData } from '../page-goals.ts';
import type { JourneysData } from '../page-journeys.ts';
import type { VitalsData } from '../page-vitals.ts';
import type { PageQuery } from '../page-query.ts';
import { chart } from './chart-view.ts';
import { controlsView } from './controls-view.ts';
import { goalsLink, goalsView } from './goals-view.ts';
import { journeysView } from './journeys-view.ts';
import { panels } from './panel-groups-view.ts';
import { vitalsView } from './vitals-view.ts';
import { isShown, tile } from './tiles-view.ts';
import type { WorldMap } from './world-map.ts';

export interface StatsViewOptions {
  readonly domain: string;
  /** The form that asks for recipients, if there are none. */
  readonly recipients: Html | null;
  readonly query: PageQuery;
  readonly data: PageData;
  readonly goals: GoalsData;
  readonly journeys: JourneysData | undefined;
  readonly vitals: VitalsData | undefined;
  readonly map: WorldMap;
  /** Address of the live numbers. */
  readonly liveUrl: string;
}

const KEYS: readonly (readonly [string, string])[] = [
  ['D', 'today'],
  ['E', 'yesterday'],
  ['W', '7 days'],
  ['T', '28 days'],
  ['Q', '91 days'],
  ['M', 'this month'],
  ['Y', '12 months'],
  ['A', 'all time'],
  ['C', 'compare'],
  ['X', 'clear the filters'],
  ['Esc', 'close a list'],
];

const inPlaceOfLists = ({
  query,
  goals,
  journeys,
  vitals,
}: Pick<StatsViewOptions, 'query' | 'goals' | 'journeys' | 'vitals'>): Html | undefined => {
  if (query.view === 'goals') return goalsView(query, goals);
  if (query.view === 'vitals' && vitals) return vitalsView(query, vitals);
  return query.view === 'journeys' && journeys ? journeysView(query, journeys) : undefined;
};

/** The statistics of a website. */
export const statsView = ({
  domain,
  recipients,
  query,
  data,
  goals,
  journeys,
  vitals,
  map,
  liveUrl,
}: StatsViewOptions): Html =>
  html`<header>
      <h1>${domain}</h1>
      <p class="live" data-live="${liveUrl}">
        <span class="pulse" aria-hidden="true"></span
        ><b>${formatCount(data.liveVisitors)}</b> ${data.liveVisitors === 1 ? 'visitor' : 'visitors'} now
      </p>
    </header>
    <main tabindex="-1">
      ${recipients}
      ${controlsView(query, data.range, data.segments)}
      <ul class="tiles">
        ${TILE_METRICS.filter((metric) => isShown(metric, query, data)).map((metric) => tile(metric, query, data))}
      </ul>
      ${query.panel === undefined ? chart(query, data) : null} ${goalsLink(query, goals)}
      ${inPlaceOfLists({ query, goals, journeys, vitals }) ?? panels(query, data, map)}
    </main>
    <footer>
      <p>
        ${formatRange(data.range)}, days of ${data.site.timezone}. Nobody is recognised on another day:
        someone who comes on three days is three visitors.
      </p>
      <p>
        Don’t want to count yourself? Open <a href="https://${domain}/#notrack=1" rel="nofollow">this link</a> in
        your browser; <a href="https://${domain}/#notrack=0" rel="nofollow">this one</a> counts you again.
      </p>
      <details>
        <summary>Keys</summary>
        <label hidden><input type="checkbox" data-keys checked /> Use these keys</label>
        <ul class="keys">
          ${KEYS.map(([key, text]) => html`<li><kbd>${key}</kbd> ${text}</li>`)}
        </ul>
      </details>
    </footer>`;
