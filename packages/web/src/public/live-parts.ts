import { LIVE_PARTS } from '../report/report-view.tsx';
import { SiteTrend } from '../site/site-view.tsx';

/** Parts of the pages that browsers make live, by the names beside their data. */
export const LIVE = { ...LIVE_PARTS, siteTrend: SiteTrend } as const;

export type LiveName = keyof typeof LIVE;
/** Properties of a part; of JSON, as they are written beside it. */
export type LiveProps<Name extends LiveName> = (typeof LIVE)[Name] extends (
  props: infer Props extends object,
) => unknown
  ? Props
  : object;
