import { createTurns } from '@platform/runtime';

import { sitemapPieces } from '../page/files/sitemap-file.ts';
import type { Sitemap } from '../page/files/sitemap-file.ts';

/**
 * Like `parseSitemap`, but lets others have the thread in between: ten megabytes can be written so
 * that they take the parser seconds.
 * @param signal ends the reading; what was found until then is returned
 */
export const readSitemapInTurns = async (
  text: string,
  truncated: boolean,
  signal: AbortSignal,
): Promise<Sitemap> => {
  const turn = createTurns();
  const reading = sitemapPieces(text, truncated);
  let step = reading.next();
  while (step.done !== true) {
    const other = turn();
    if (other) {
      await other;
      if (signal.aborted) break;
    }
    step = reading.next();
  }
  return step.value;
};
