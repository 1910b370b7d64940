import { useRoute } from 'preact-iso';
import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-act.ts';
import { useLoad } from '../../loading/use-load.ts';
import { versioned } from '../../loading/versioned.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { Heading } from '../heading.tsx';
import { ShareLinks } from '../links/share-links.tsx';
import { WebsiteAlerts } from './website-alerts.tsx';
import { WebsiteAnnotations } from './website-annotations.tsx';
import { WebsiteDrops } from './website-drops.tsx';
import { WebsiteFunnels } from './website-funnels.tsx';
import { WebsiteGoals } from './website-goals.tsx';
import { WebsiteImports } from './website-imports.tsx';
import { WebsiteSegments } from './website-segments.tsx';
import { WebsiteSettings } from './website-settings.tsx';
import { WebsiteStart } from './website-start.tsx';

type WebsiteRecord = Output<'websites.show'>;

/** Opens the statistics page: by a link of an hour, as the page may be closed. */
const openStatistics = async (id: number): Promise<void> => {
  // Opened at once: a window that opens after an answer is taken for an advertisement.
  const page = window.open('about:blank');
  try {
    const { url } = await platform.websites.links.create(id, { name: 'Console', expires_in: 3_600 });
    if (!page) return;
    page.opener = null;
    page.location.href = url;
  } catch (error) {
    page?.close();
    throw error;
  }
};

const Statistics = ({ website }: { website: WebsiteRecord }) => {
  const t = texts().websites;
  const { act } = useAct();
  if (website.privacy === 0)
    return (
      <a class="button" href={website.stats_url} target="_blank" rel="noopener">
        {t.statistics}
      </a>
    );
  return (
    <button
      type="button"
      onClick={() => {
        act(() => openStatistics(website.id));
      }}
    >
      {t.statistics}
    </button>
  );
};

const PARTS = {
  start: ({ website }: { website: WebsiteRecord }) => <WebsiteStart website={website} />,
  goals: ({ website }: { website: WebsiteRecord }) => <WebsiteGoals id={website.id} />,
  funnels: ({ website }: { website: WebsiteRecord }) => <WebsiteFunnels id={website.id} />,
  annotations: ({ website }: { website: WebsiteRecord }) => <WebsiteAnnotations id={website.id} />,
  alerts: ({ website }: { website: WebsiteRecord }) => <WebsiteAlerts id={website.id} />,
  segments: ({ website }: { website: WebsiteRecord }) => <WebsiteSegments id={website.id} />,
  imports: ({ website }: { website: WebsiteRecord }) => <WebsiteImports id={website.id} />,
  drops: ({ website }: { website: WebsiteRecord }) => <WebsiteDrops id={website.id} />,
};

/** One website, in parts: each has an address of its own. */
const Website = () => {
  const t = texts();
  const id = Number(useRoute().params['id']);
  const { current, tabs } = useTabs(t.website.tabs);
  const loaded = useLoad(`website ${id}`, () => versioned(platform.websites.show(id)));
  const problem = <Problem error={loaded.error} retry={loaded.reload} />;
  if (!loaded.data) return loaded.error === undefined ? <Skeleton lines={8} /> : problem;
  const website = loaded.data.record;
  const isClosedTo = (tab: string): boolean => tab === 'settings' && !may('websites:write');
  const Part = current === 'links' || current === 'settings' ? undefined : PARTS[current];
  return (
    <>
      {problem}
      <Heading title={website.domain}>{may('websites:write') && <Statistics website={website} />}</Heading>
      <Tabs label={website.domain} tabs={tabs.filter(({ path }) => !isClosedTo(path.split('=')[1] ?? ''))} />
      {Part && <Part website={website} />}
      {current === 'links' && (
        <ShareLinks
          of={`website ${id}`}
          list={() => platform.websites.links.list(id).all()}
          create={(link) => platform.websites.links.create(id, link)}
          end={(link) => platform.websites.links.delete(id, link)}
          mayChange={may('websites:write')}
        />
      )}
      {current === 'settings' && may('websites:write') && (
        <WebsiteSettings key={website.id} loaded={loaded.data} onSaved={loaded.reload} />
      )}
    </>
  );
};

export default Website;
