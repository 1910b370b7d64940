import './styles.ts';
import './public.css';

import type { PageData, RecipientsForm, StatisticsPages, StatisticsSite } from '@platform/pages/contract';
import { renderToString } from 'preact-render-to-string';

import { publicTexts } from '../i18n/public-pages.ts';
import { rollupTexts } from '../i18n/rollup.ts';
import { language } from '../i18n/spoken.ts';
import type { Language } from '../i18n/spoken.ts';
import { formatDay } from '../statistics/format.ts';
import type { Answer, Goal, Segment, StatisticsSource, World } from '../statistics/source.ts';
import type { KnownAnswers } from '../statistics/use-answer.ts';
import { DEFAULT_VIEW, parseView } from '../statistics/view.ts';
import type { Condition, View } from '../statistics/view.ts';
import { shownDomain } from '../ui/address.ts';
import { documentOf, PageJson, PasswordForm } from './document.tsx';
import {
  addressOf,
  createGroupPageSource,
  createPageSource,
  keptOf,
  PublicStatistics,
} from './public-statistics.tsx';

const REFRESH_SECONDS = 15;

const Recipients = ({ action, typed, fault }: RecipientsForm) => {
  const t = publicTexts();
  return (
    <form class="recipients" method="post" action={action}>
      <p>{t.nobody}</p>
      <label for="email_recipients">{t.who}</label>
      <textarea
        id="email_recipients"
        name="email_recipients"
        rows={3}
        maxlength={20_000}
        required
        aria-invalid={fault === undefined ? undefined : 'true'}
        aria-describedby={fault === undefined ? undefined : 'recipients-fault'}
        defaultValue={typed}
      />
      {fault !== undefined && (
        <p id="recipients-fault" class="wrong" role="alert">
          {fault}
        </p>
      )}
      <button class="primary">{t.save}</button>
    </form>
  );
};

const Foot = ({ site }: { site: StatisticsSite }) => {
  const t = publicTexts();
  const [before, off, between, on, after] = t.countMe;
  return (
    <footer class="public-foot">
      <p>{t.aboutVisitors}</p>
      {site.places && <p>{t.places(site.places.name, formatDay(site.places.day))}</p>}
      {!site.websites && (
        <p>
          {before}
          <a href={`https://${site.domain}/#notrack=1`} rel="nofollow">
            {off}
          </a>
          {between}
          <a href={`https://${site.domain}/#notrack=0`} rel="nofollow">
            {on}
          </a>
          {after}
        </p>
      )}
    </footer>
  );
};

/** So many answers are waited for at the same time: a page must not take all of a service's connections. */
const AT_ONCE = 4;

/** Rounds of questions that lead to further ones: totals, lists, what a list is about. */
const MOST_ROUNDS = 6;

/** Answers that were asked for, and those that are missing. */
const createAnswers = (view: View) => {
  const found = new Map<string, unknown>();
  const missing = new Map<string, () => PromiseLike<unknown>>();
  const known: KnownAnswers = {
    find(key, ask, part) {
      const isWanted = part === undefined || part === view.part || part === view.lists.actions;
      if (!found.has(key) && isWanted) missing.set(key, ask);
      return found.get(key);
    },
  };
  /** @returns false if nothing was missing */
  const askMissing = async (): Promise<boolean> => {
    const asked = [...missing];
    missing.clear();
    const next = asked.values();
    const work = async (): Promise<void> => {
      for (const [key, ask] of next) {
        // Unknown live figures are no reason to show nothing; browsers ask again in a moment anyway.
        const answer = key === 'live' ? Promise.resolve(ask()).catch(() => undefined) : ask();
        found.set(key, await answer);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return asked.length > 0;
  };
  return { found, known, askMissing };
};

/** Goals are named by their ids in old addresses, and may be gone since one was made; so may segments. */
const withKnownNames = async (view: View, ask: (question: string) => Promise<unknown>): Promise<View> => {
  const hasGoal = view.conditions.some(({ dimension }) => dimension === 'goal');
  const goals = hasGoal ? ((await ask('goal-names')) as readonly Pick<Goal, 'id' | 'name'>[]) : [];
  const segments = view.segment === undefined ? [] : ((await ask('segments')) as readonly Segment[]);
  const nameOf = (text: string): string | undefined =>
    (goals.find(({ id }) => String(id) === text) ?? goals.find(({ name }) => name === text))?.name;
  return {
    ...view,
    segment: segments.find(({ id }) => id === view.segment)?.id,
    conditions: view.conditions.flatMap((condition): Condition[] => {
      if (condition.dimension !== 'goal') return [condition];
      const values = condition.values.flatMap((value) => nameOf(value) ?? []);
      return values.length > 0 ? [{ ...condition, values }] : [];
    }),
  };
};

/** Views to fall back to when one can't be asked for: addresses are kept, and typed by people. */
const fallbacks = (view: View): readonly View[] => [
  view,
  { ...view, segment: undefined },
  { ...view, segment: undefined, conditions: [] },
  DEFAULT_VIEW,
];

/** Effects, which browsers run later and a server doesn't. */
const never = (): Promise<never> => Promise.reject(new Error('Only browsers do that.'));

const renderView = async ({
  site,
  source,
  view,
  kept,
  spoken,
}: {
  site: StatisticsSite;
  source: StatisticsSource;
  view: View;
  kept: string;
  spoken: Language;
}) => {
  const { found, known, askMissing } = createAnswers(view);
  const page = (
    <PublicStatistics site={site} source={source} known={known} view={view} kept={kept} hasTraffic={never} />
  );
  let markup = '';
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    language.value = spoken;
    markup = renderToString(page);
    if (!(await askMissing())) break;
  }
  return { markup, found };
};

const hasTraffic = (answer: Answer | undefined): boolean =>
  (answer?.rows ?? []).some(({ metrics }) => (metrics.pageviews ?? 0) + (metrics.events ?? 0) > 0);

/** The module that the service imports. */
export const pages: StatisticsPages = {
  async statistics({ site, language: spoken, search, isIndexed, recipients, ask, isRefusal }) {
    const kept = keptOf(search);
    const createSource = site.websites ? createGroupPageSource : createPageSource;
    const source = createSource(ask, { csv: never, world: () => ask('world', {}) as Promise<World> });
    const view = parseView(search);
    // Goals and segments belong to one website.
    const asked = site.websites
      ? { ...view, segment: undefined }
      : await withKnownNames(view, (question) => ask(question, {}));
    let rendered: Awaited<ReturnType<typeof renderView>> | undefined;
    let shown = asked;
    for (const view of fallbacks(asked)) {
      shown = view;
      try {
        rendered = await renderView({ site, source, view, kept, spoken });
        break;
      } catch (error) {
        if (!isRefusal(error) || view === DEFAULT_VIEW) throw error;
      }
    }
    const { markup = '', found = new Map<string, unknown>() } = rendered ?? {};
    return documentOf(spoken, () => ({
      title: publicTexts().title(shownDomain(site.domain)),
      robots: isIndexed ? null : 'noindex',
      refresh: hasTraffic(found.get('all') as Answer | undefined) ? undefined : REFRESH_SECONDS,
      isLive: true,
      children: (
        <>
          <header class="public-head">
            <h1>{shownDomain(site.domain)}</h1>
            {site.websites && <p class="quiet">{rollupTexts().once}</p>}
          </header>
          <main tabIndex={-1}>
            {recipients && <Recipients {...recipients} />}
            <div id="app" dangerouslySetInnerHTML={{ __html: markup }} />
          </main>
          <Foot site={site} />
          <PageJson
            id="page-data"
            data={
              {
                site,
                language: spoken,
                kept,
                search: addressOf(shown, kept),
                // A file of its own, which browsers keep.
                answers: [...found]
                  .filter(([key, answer]) => key !== 'world' && answer !== undefined)
                  .sort(([a], [b]) => (a < b ? -1 : 1)),
              } satisfies PageData
            }
          />
        </>
      ),
    }));
  },
  password: ({ domain, action, message, language: spoken }) =>
    documentOf(spoken, () => {
      const t = publicTexts();
      return {
        title: t.title(shownDomain(domain)),
        children: (
          <main class="narrow">
            <h1>{shownDomain(domain)}</h1>
            <p>{t.protected}</p>
            <PasswordForm action={action} message={message} label={t.password} show={t.show} />
          </main>
        ),
      };
    }),
  fault: ({ fault, advice, language: spoken }) =>
    documentOf(spoken, () => {
      const t = publicTexts();
      const title = fault === 'missing' ? t.missing : t.failed;
      return {
        title,
        children: (
          <main class="narrow">
            <h1>{title}</h1>
            <p>{fault === 'missing' ? t.missingText : (advice ?? t.failedText)}</p>
          </main>
        ),
      };
    }),
  small: ({ title, markup, language: spoken }) =>
    documentOf(spoken, () => ({
      title,
      children: <main class="narrow" dangerouslySetInnerHTML={{ __html: markup }} />,
    })),
  address(search) {
    const text = addressOf(parseView(search), keptOf(search, ['lang']));
    return text === '?' ? '' : text;
  },
};
