import type { Output } from '@platform/client';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Changes = Output<'reports.runs.diff'>['new'];

const ChangeList = ({ title, changes }: { title: string; changes: Changes }) =>
  changes.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul>
        {changes.map(({ id, title: check, message }) => (
          <li key={id}>
            <strong>{check}</strong>: {message}
          </li>
        ))}
      </ul>
    </>
  );

/** What a run found differently from the one before it. */
export const RunDiff = ({ id, run }: { id: number; run: number }) => {
  const t = texts().report;
  const { data, error, reload } = useLoad(`diff ${id} ${run}`, () => platform.reports.runs.diff(id, run));
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton />;
  return (
    <section aria-live="polite">
      <h2>{t.changes}</h2>
      <p>
        {t.scoreChange(formatNumber(data.score_change, { signDisplay: 'exceptZero' }))}
        {!data.same_rules && <span class="quiet"> {t.otherRules}</span>}
      </p>
      <ChangeList title={t.fixed} changes={data.fixed} />
      <ChangeList title={t.fresh} changes={data.new} />
      <p class="quiet">{t.unchanged(data.unchanged.length)}</p>
    </section>
  );
};
