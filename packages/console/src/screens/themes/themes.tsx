import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Heading } from '../heading.tsx';

/** All themes. */
const Themes = () => {
  const t = texts();
  const { data, error, reload } = useLoad('themes', () => platform.themes.list({ limit: 100 }));
  return (
    <>
      <Heading title={t.themes.title} />
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton />}
      {data?.items.length === 0 && <p class="empty">{t.themes.empty}</p>}
      <ul class="rows">
        {data?.items.map((theme) => (
          <li key={theme.id}>
            <a href={`/console/themes/${theme.id}`}>{theme.name}</a>
            <span class="quiet">{formatTime(theme.created_at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
};

export default Themes;
