import './rollup.css';

import { useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { noticeEndedSession, session } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { RollupParts, rollupTexts } from '../../statistics/rollup-parts.tsx';
import { createRollupSource, MOST_WEBSITES } from '../../statistics/rollup-source.ts';
import type { ChosenWebsite } from '../../statistics/rollup-source.ts';
import { Statistics } from '../../statistics/statistics.tsx';
import { Popover } from '../../statistics/toolbar.tsx';
import { parseView, viewText } from '../../statistics/view.ts';
import { Empty } from '../../ui/empty.tsx';
import { Problem } from '../../ui/problem.tsx';
import { shownDomain } from '../../ui/shown-address.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Heading } from '../heading.tsx';

/** Reads `websites=1,2`; what can't be understood is left out, as addresses are typed by people. */
const idsIn = (search: string): readonly number[] =>
  (new URLSearchParams(search).get('websites') ?? '')
    .split(',')
    .filter((text) => /^[1-9]\d{0,8}$/.test(text))
    .map(Number);

const addressOf = (path: string, ids: readonly number[], view: string): string => {
  const chosen = ids.length > 0 ? `websites=${ids.join(',')}` : '';
  const text = [view.replace(/^\?/, ''), chosen].filter((part) => part !== '').join('&');
  return text === '' ? path : `${path}?${text}`;
};

interface ChoiceProps {
  readonly all: readonly ChosenWebsite[];
  /** Ids that are ticked; none means all. */
  readonly chosen: readonly number[];
  readonly onChosen: (ids: readonly number[]) => void;
}

const Choice = ({ all, chosen, onChosen }: ChoiceProps) => {
  const t = rollupTexts();
  return (
    <Popover
      name={t.choose}
      label={
        <>{chosen.length > 0 ? t.someWebsites(chosen.length, all.length) : t.allWebsites(all.length)} ▾</>
      }
    >
      {(close) => (
        <form
          class="website-choice"
          onSubmit={(event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget);
            close();
            onChosen(fields.getAll('website').map(Number));
          }}
        >
          <fieldset>
            <legend>{t.choose}</legend>
            <p class="quiet">{t.chooseHint}</p>
            <ul class="choices">
              {all.map(({ id, domain }) => (
                <li key={id}>
                  <label>
                    <input type="checkbox" name="website" value={id} defaultChecked={chosen.includes(id)} />{' '}
                    {shownDomain(domain)}
                  </label>
                </li>
              ))}
            </ul>
            <button class="primary">{t.show}</button>
          </fieldset>
        </form>
      )}
    </Popover>
  );
};

const Together = ({ all }: { all: readonly ChosenWebsite[] }) => {
  const t = rollupTexts();
  const { url, route } = useLocation();
  const { pathname, search } = new URL(url, location.href);
  const known = new Set(all.map(({ id }) => id));
  const chosen = [...new Set(idsIn(search))].filter((id) => known.has(id));
  const shown = chosen.length > 0 ? all.filter(({ id }) => chosen.includes(id)) : all;
  const key = shown.map(({ id }) => id).join(',');
  const isSignedIn = Boolean(session.value);
  const source = useMemo(
    () =>
      createRollupSource(
        platform,
        shown.map(({ id }) => id),
      ),
    // A new sign-in repeats what was refused meanwhile.
    [key, isSignedIn],
  );
  const view = { ...parseView(search), segment: undefined };
  const choice = (
    <Choice
      key={chosen.join(',')}
      all={all}
      chosen={chosen}
      onChosen={(ids) => {
        route(addressOf(pathname, ids, viewText(view)));
      }}
    />
  );
  if (shown.length > MOST_WEBSITES)
    return (
      <>
        <Empty>{t.tooMany(MOST_WEBSITES)}</Empty>
        {choice}
      </>
    );
  return (
    <>
      <p class="quiet rollup-note">{t.once}</p>
      <Statistics
        key={key}
        source={source}
        view={view}
        show={(next, { replace = false } = {}) => {
          const [x, y] = [scrollX, scrollY];
          route(addressOf(pathname, chosen, viewText(next)), replace);
          // The router goes to the top, and a click on a row far below would lose its place.
          requestAnimationFrame(() => {
            scrollTo(x, y);
          });
        }}
        onFailure={noticeEndedSession}
        tools={() => choice}
        empty={() => (
          <>
            <Empty>{t.empty}</Empty>
            {choice}
          </>
        )}
        parts={() => <RollupParts source={source} websites={shown} />}
      />
    </>
  );
};

/** Several websites of the organisation as one; which ones, and the view, are in the address. */
const Rollup = () => {
  const t = texts();
  const loaded = useLoad('websites together', () =>
    platform.websites.list({ per_page: 100, sort_by: 'domain', sort: 'asc' }).all(),
  );
  return (
    <>
      <Heading title={rollupTexts().title} />
      <Problem error={loaded.error} retry={loaded.reload} />
      {!loaded.data && loaded.error === undefined && <Skeleton lines={8} />}
      {loaded.data?.length === 0 && <Empty>{t.websites.empty}</Empty>}
      {loaded.data && loaded.data.length > 0 && <Together all={loaded.data} />}
    </>
  );
};

export default Rollup;
