import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { ownPath } from '../../ui/own-path.ts';

/** Every request that the browser made for the page, and when. */
export const Waterfall = ({ url }: { url: string }) => {
  const t = texts().report;
  const [isMissing, setMissing] = useState(false);
  return (
    <section>
      <h2>{t.waterfall}</h2>
      {isMissing ? (
        <p class="quiet">{t.noScreenshots}</p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label={t.waterfall}>
          <img
            class="waterfall"
            src={ownPath(url)}
            alt={t.waterfallOf}
            onError={() => {
              setMissing(true);
            }}
          />
        </div>
      )}
    </section>
  );
};
