import './across.css';

import type { Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { acrossTexts } from '../../../i18n/across.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { texts } from '../../../i18n/language.ts';
import { useLoad } from '../../../loading/load.tsx';
import { usePoll } from '../../../loading/timing.ts';
import { useAct } from '../../../loading/use-submit.ts';
import { platform } from '../../../session/platform.ts';
import { may } from '../../../session/session.ts';
import { statisticsTexts } from '../../../statistics/texts.ts';
import { Select } from '../../../ui/field.tsx';
import { notify } from '../../../ui/notices.tsx';
import { Empty, Skeleton } from '../../../ui/placeholder.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Table } from '../../../ui/table.tsx';
import { useFilters } from '../../use-filters.ts';
import { FixEffects } from './fix-effects.tsx';
import { orderFixes } from './order-fixes.ts';
import type { Fix, OrderBy } from './order-fixes.ts';
import { MOST_READ, readFixes } from './read-fixes.ts';
import type { Fixes, MeasuredPage } from './read-fixes.ts';

type Field = NonNullable<MeasuredPage['field']>['lcp'];

/** Metrics that both measure; a report's browser has nobody who interacts. */
const BOTH = ['lcp', 'cls', 'ttfb'] as const;

const BADGES = { good: 'good', needs_improvement: 'decent', poor: 'bad' } as const;

const amount = (vital: (typeof BOTH)[number] | 'inp', value: number): string => {
  if (vital === 'cls') return formatNumber(value, { maximumFractionDigits: 2 });
  return value < 1_000
    ? `${formatNumber(Math.round(value))} ms`
    : `${formatNumber(value / 1_000, { maximumFractionDigits: 1 })} s`;
};

const OfVisitors = ({
  vital,
  figure,
}: {
  vital: (typeof BOTH)[number] | 'inp';
  figure: Field | undefined;
}) => {
  const t = statisticsTexts();
  if (!figure) return <>–</>;
  return (
    <span title={t.samples(formatNumber(figure.samples))}>
      {amount(vital, figure.p75)}{' '}
      <span class={`badge ${BADGES[figure.rating]}`}>{t.ratings[figure.rating]}</span>
    </span>
  );
};

/** The vitals that a page's visitors had beside those that its report measured. */
const FieldAndLab = ({ pages }: { pages: readonly MeasuredPage[] }) => {
  const t = acrossTexts().fixes;
  if (pages.length === 0) return null;
  return (
    <section>
      <h2>{t.vitals}</h2>
      <p class="quiet">{t.vitalsHint}</p>
      <Table
        label={t.vitals}
        heads={[
          t.page,
          ...BOTH.flatMap((vital) => [
            { title: `${vital.toUpperCase()}, ${t.field}`, isNumber: true },
            { title: `${vital.toUpperCase()}, ${t.lab}`, isNumber: true },
          ]),
          { title: `INP, ${t.field}`, isNumber: true },
        ]}
      >
        {pages.map(({ page, report, lab, field }) => (
          <tr key={page}>
            <th scope="row">
              <a href={`/console/reports/${report}`}>{page}</a>
            </th>
            {BOTH.flatMap((vital) => [
              <td key={`${vital} field`} class="number">
                <OfVisitors vital={vital} figure={field?.[vital]} />
              </td>,
              <td key={`${vital} lab`} class="number">
                {typeof lab?.[vital] === 'number' ? amount(vital, lab[vital]) : '–'}
              </td>,
            ])}
            <td class="number">
              <OfVisitors vital="inp" figure={field?.inp} />
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
};

type Website = Output<'websites.show'>;

/** Findings that are shown at first. */
const SHOWN = 10;

/** The fault, without its cure. */
const faultOf = (message: string): string => {
  const end = /[.!?](?= [A-ZÄÖÜ])/.exec(message)?.index ?? message.length;
  return message.slice(0, end).replace(/\.$/, '');
};

const FixDetails = ({ fix, by }: { fix: Fix; by: OrderBy }) => {
  const t = acrossTexts().fixes;
  const { check, pages } = fix;
  return (
    <>
      <p>{check.fix?.sentence ?? check.message}</p>
      {check.fix?.code && (
        <pre class="paste">
          <code>{check.fix.code}</code>
        </pre>
      )}
      <Table
        label={`${t.onPages}: ${check.title}`}
        heads={[
          t.page,
          { title: t.people, isNumber: true },
          ...(by === 'conversions' ? [{ title: t.converting, isNumber: true }] : []),
          { title: t.gain, isNumber: true },
        ]}
      >
        {pages.map(({ page, report, visitors, conversions, points }) => (
          <tr key={page}>
            <td>
              <a href={`/console/reports/${report}?tab=checks`} aria-label={t.openReport(page)}>
                {page}
              </a>
            </td>
            <td class="number">{formatNumber(visitors)}</td>
            {by === 'conversions' && <td class="number">{formatNumber(conversions)}</td>}
            <td class="number">{formatNumber(points)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
};

const FixRow = ({ fix, by, most }: { fix: Fix; by: OrderBy; most: number }) => {
  const t = acrossTexts().fixes;
  const { check, pages, points } = fix;
  const isFailure = check.status === 'fail';
  return (
    <li>
      <details>
        <summary>
          <span class={`badge ${check.status}`}>{isFailure ? t.fix : t.improve}</span>{' '}
          <strong>{faultOf(check.message)}</strong>
          <span class="worth">
            <span class="bar" style={{ width: `${most === 0 ? 0 : (100 * fix.worth) / most}%` }} />
          </span>
          <span class="quiet">
            {t.reaches[by](formatNumber(fix[by]), pages.length)} · {t.points(formatNumber(points))}
            {check.gain?.milliseconds ? ` · ${t.saves(formatNumber(check.gain.milliseconds))}` : ''}
          </span>
        </summary>
        <FixDetails fix={fix} by={by} />
      </details>
    </li>
  );
};

const FixList = ({ fixes, by }: { fixes: readonly Fix[]; by: OrderBy }) => {
  const t = acrossTexts().fixes;
  const [shown, setShown] = useState(SHOWN);
  const [first] = fixes;
  const left = fixes.length - shown;
  return (
    <>
      <ol class="fixes">
        {fixes.slice(0, shown).map((fix) => (
          <FixRow key={fix.check.id} fix={fix} by={by} most={first?.worth ?? 0} />
        ))}
      </ol>
      {left > 0 && (
        <button
          type="button"
          onClick={() => {
            setShown(fixes.length);
          }}
        >
          {t.more(left)}
        </button>
      )}
    </>
  );
};

/** The busiest pages without a report, each a click away from one. */
const Unreported = ({
  website,
  pages,
  onStarted,
}: {
  website: Website;
  pages: Fixes['unreported'];
  onStarted: () => void;
}) => {
  const t = acrossTexts().fixes;
  const { isBusy, act } = useAct();
  if (pages.length === 0 || !may('reports:write')) return null;
  const start = async (page: string): Promise<void> => {
    const url = `https://${website.domain}${page}`;
    const request = { headers: { Prefer: 'handling=strict, respond-async' } };
    await platform.reports.create({ url, render: 1 }, request);
    notify(t.started(page));
    onStarted();
  };
  return (
    <section>
      <h2>{t.unreported}</h2>
      <ul class="rows">
        {pages.map(({ page, visitors }) => (
          <li key={page}>
            <span class="grow">{page}</span>
            <span class="figure quiet">
              {formatNumber(visitors)} {texts().websites.visitorsOf(visitors)}
            </span>
            <button
              type="button"
              disabled={isBusy}
              aria-label={t.reportOn(page)}
              onClick={() => {
                act(() => start(page));
              }}
            >
              {t.report}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The website's fixes: findings of its reports, ordered by the visitors they reach. */
const WebsiteFixes = ({ website }: { website: Website }) => {
  const t = acrossTexts().fixes;
  const { filter, setFilter } = useFilters();
  const { data, error, reload } = useLoad(`fixes ${website.id}`, () => readFixes(website));
  usePoll(data?.isRunning === true, reload, 3_000);
  if (!data) return error === undefined ? <Skeleton lines={8} /> : <Problem error={error} retry={reload} />;
  const asked = filter('by');
  const by: OrderBy = data.hasGoals && asked !== 'visitors' ? 'conversions' : 'visitors';
  const fixes = orderFixes(data.reports, by);
  const isEmpty = data.reports.length === 0;
  return (
    <>
      <Problem error={error} retry={reload} />
      <p class="quiet">{t.about}</p>
      {data.isRunning && <p role="status">{t.running}</p>}
      {data.hasGoals && (
        <Select
          label={t.orderedBy}
          chosen={by}
          options={[
            ['conversions', t.orders.conversions],
            ['visitors', t.orders.visitors],
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setFilter('by', value === 'conversions' ? '' : value);
          }}
        />
      )}
      {isEmpty && !data.isRunning && <Empty>{t.none}</Empty>}
      {!isEmpty && fixes.length === 0 && <Empty icon="done">{t.clean}</Empty>}
      <FixList fixes={fixes} by={by} />
      {data.isCut && <p class="quiet">{t.older(MOST_READ)}</p>}
      <Unreported website={website} pages={data.unreported} onStarted={reload} />
      <FixEffects website={website} reports={data.reports} />
      <FieldAndLab pages={data.measured} />
    </>
  );
};

export default WebsiteFixes;
