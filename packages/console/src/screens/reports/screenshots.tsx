import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { ownPath } from '../../ui/own-path.ts';

/** What the browser saw, on a desktop and a phone. */
export const Screenshots = ({ desktop, phone }: { desktop: string; phone: string }) => {
  const t = texts().report;
  const [isMissing, setMissing] = useState(false);
  const miss = (): void => {
    setMissing(true);
  };
  return (
    <section>
      <h2>{t.screenshots}</h2>
      {isMissing ? (
        <p class="quiet">{t.noScreenshots}</p>
      ) : (
        <div class="screenshots">
          <img src={ownPath(desktop)} alt={t.onDesktop} onError={miss} />
          <img src={ownPath(phone)} alt={t.onPhone} onError={miss} />
        </div>
      )}
    </section>
  );
};
