import { useRoute } from 'preact-iso';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { versioned } from '../../loading/versioned.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { Heading } from '../heading.tsx';
import { ShareLinks } from '../links/share-links.tsx';
import { ExportPanel } from '../palettes/export-panel.tsx';
import { ThemeStudio } from './theme-studio.tsx';
import { ThemeVersions } from './theme-versions.tsx';

/** One theme, in parts: its four modes with tokens and exports, its versions, its links. */
const Theme = () => {
  const t = texts();
  const id = useRoute().params['id'] ?? '';
  const { current, tabs } = useTabs(t.studio.themeTabs);
  const loaded = useLoad(`theme ${id}`, () => versioned(platform.themes.show(id)));
  const problem = <Problem error={loaded.error} retry={loaded.reload} />;
  if (!loaded.data) return loaded.error === undefined ? <Skeleton lines={8} /> : problem;
  const theme = loaded.data.record;
  return (
    <>
      {problem}
      <Heading title={theme.name}>
        <a class="button" href={theme.preview_url} target="_blank" rel="noopener">
          {t.themes.preview}
        </a>
      </Heading>
      <Tabs label={theme.name} tabs={tabs} />
      {current === 'theme' && (
        <>
          <ThemeStudio loaded={loaded.data} onSaved={loaded.reload} />
          {may('tokens:write') && <ExportPanel source={{ theme_id: id }} />}
        </>
      )}
      {current === 'versions' && <ThemeVersions id={id} updatedAt={theme.updated_at} />}
      {current === 'links' && (
        <ShareLinks
          of={`theme ${id}`}
          list={async () => (await platform.themes.links(id)).items}
          create={(link) => platform.themes.createLink(id, link)}
          end={(link) => platform.themes.deleteLink(id, link)}
          mayChange={may('themes:write')}
        />
      )}
    </>
  );
};

export default Theme;
