import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/load.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { shownAddress } from '../../ui/address.ts';
import { ResultBadge } from '../../ui/result-badge.tsx';

type Reports = Output<'reports.list'>;

const SHOWN = 5;

/** The newest reports, and those whose newest result is worse than the one before. */
export const readReports = async (): Promise<{ reports: Reports; worse: Reports }> => {
  if (!may('reports:read')) return { reports: [], worse: [] };
  const [newest, worse] = await Promise.all([
    platform.reports.list(),
    platform.reports.list({ got_worse: 1, sort_by: 'generated_at' }),
  ]);
  return { reports: newest.items.slice(0, SHOWN), worse: worse.items.slice(0, SHOWN) };
};

const NAMED = 2;
const LOOKED_AT = 10;

/** The findings that are new in the newest result of a report. */
const newFindings = async (id: number): Promise<string[]> => {
  const { items } = await platform.reports.runs.list(id, { per_page: LOOKED_AT });
  const newest = items.find(({ status }) => status === 'generated');
  if (!newest) return [];
  const { new: found } = await platform.reports.runs.diff(id, newest.id);
  return found.map(({ title }) => title);
};

/** Says what has made a report worse. */
const WhatGotWorse = ({ id }: { id: number }) => {
  const { data } = useLoad(`new findings ${id}`, () => newFindings(id));
  if (!data || data.length === 0) return null;
  const titles = data.slice(0, NAMED).join(', ');
  return <span class="quiet wide">{texts().overview.newFindings(titles, data.length - NAMED)}</span>;
};

/** The reports whose newest result is worse than the one before, each with what is new in it. */
export const WorseReports = ({ reports }: { reports: Reports }) => {
  const t = texts().overview;
  return (
    <>
      {reports.map(({ id, url, score, score_before: before }) => (
        <li key={id}>
          <a href={`/console/reports/${id}`}>{shownAddress(url)}</a>{' '}
          {before !== null && score !== null && <strong>{t.worseBy(before, score)}</strong>}{' '}
          <WhatGotWorse id={id} />
        </li>
      ))}
    </>
  );
};

/** The newest reports with their results. */
export const OverviewReports = ({ reports }: { reports: Reports }) => {
  if (reports.length === 0) return null;
  return (
    <section>
      <h2>{texts().overview.reports}</h2>
      <ul class="rows">
        {reports.map(({ id, url, result, status, score }) => (
          <li key={id}>
            <a class="grow" href={`/console/reports/${id}`}>
              {shownAddress(url)}
            </a>
            <ResultBadge result={result} status={status} />
            <span class="figure">{score}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
