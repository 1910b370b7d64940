import type { Output } from '@platform/client';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { usePoll } from '../../loading/use-poll.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';

type Export = Output<'tokens.list'>['items'][number];

const SHOWN = 5;

const sourceOf = ({ theme_id: theme, palette_id: palette }: Export): string =>
  theme === null ? `/console/palettes/${palette}` : `/console/themes/${theme}`;

/**
 * The newest exports with their progress, which goes on without a reload. They load beside the rest of
 * the overview, and appear with it.
 */
export const OverviewExports = ({ isShown }: { isShown: boolean }) => {
  const t = texts().overview;
  const { data, error, reload } = useLoad('exports', () => platform.tokens.list({ limit: SHOWN }));
  const exports = data?.items ?? [];
  usePoll(
    exports.some(({ status }) => status === 'queued' || status === 'processing'),
    reload,
  );
  if (!isShown) return null;
  if (!data && error !== undefined) return <Problem error={error} retry={reload} />;
  if (exports.length === 0) return null;
  return (
    <section>
      <h2>{t.exports}</h2>
      <ul class="rows">
        {exports.map((item) => (
          <li key={item.id}>
            <a href={sourceOf(item)}>{item.filename ?? item.format}</a>
            <span>{formatTime(item.created_at)}</span>
            {item.status === 'queued' || item.status === 'processing' ? (
              <progress value={item.progress} max={100} aria-label={t.exportStates[item.status]} />
            ) : (
              <span class={item.status === 'failed' ? 'wrong' : ''}>{t.exportStates[item.status]}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
