import { useRoute } from 'preact-iso';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Heading } from '../heading.tsx';
import { FirstVisit } from './first-visit.tsx';
import { VisitorFigures } from './visitor-figures.tsx';
import { WebsiteGoals } from './website-goals.tsx';
import { WebsiteSettings } from './website-settings.tsx';

/** Opens the statistics page: by a signed link, as the page may be private. */
const openStatistics = async (id: number): Promise<void> => {
  // Opened at once, so that no blocker of pop-ups takes it for one; it has no way back to us.
  const page = open('about:blank');
  const { url } = await platform.websites.links.create(id, { name: 'Console', expires_in: 3_600 });
  if (!page) return;
  page.opener = null;
  page.location.href = url;
};

/** One website: its tracking code, its first visit, its figures, its goals and settings. */
const Website = () => {
  const t = texts();
  const id = Number(useRoute().params['id']);
  const { data, error, reload } = useLoad(`website ${id}`, () => platform.websites.show(id));
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <>
      <Heading title={data.domain}>
        {may('websites:write') && (
          <button type="button" onClick={() => void openStatistics(id)}>
            {t.websites.statistics}
          </button>
        )}
      </Heading>
      <section>
        <h2>{t.websites.trackingCode}</h2>
        <p class="quiet">{t.websites.trackingHint}</p>
        <div class="code">
          <code>{data.tracking_code}</code>
          <CopyButton text={data.tracking_code} />
        </div>
        {may('stats:read') && <FirstVisit id={id} />}
      </section>
      {may('stats:read') && (
        <section>
          <h2>{t.overview.visitors30}</h2>
          <VisitorFigures id={id} />
        </section>
      )}
      <WebsiteGoals id={id} />
      {may('websites:write') && (
        <section>
          <h2>{t.websites.settings}</h2>
          <WebsiteSettings key={data.updated_at} website={data} onSaved={reload} />
        </section>
      )}
    </>
  );
};

export default Website;
