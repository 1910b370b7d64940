import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';
import { may } from '../../session/session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FirstVisit } from './first-visit.tsx';
import { VisitorFigures } from './visitor-figures.tsx';

/** The tracking code, the first visit, and the figures of a website. */
export const WebsiteStart = ({ website }: { website: Output<'websites.show'> }) => {
  const t = texts();
  const { id, tracking_code: code } = website;
  return (
    <>
      <section>
        <h2>{t.websites.trackingCode}</h2>
        <p class="quiet">{t.websites.trackingHint}</p>
        <div class="code">
          <code>{code}</code>
          <CopyButton text={code} />
        </div>
        {may('stats:read') && <FirstVisit id={id} />}
      </section>
      {may('stats:read') && (
        <section>
          <h2>{t.overview.visitors30}</h2>
          <VisitorFigures id={id} />
        </section>
      )}
    </>
  );
};
