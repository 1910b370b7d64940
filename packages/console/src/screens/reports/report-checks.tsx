import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';
import { Select } from '../../ui/field.tsx';
import { useFilters } from '../use-filters.ts';
import { CheckDetails, IMPORTANCES } from './check-details.tsx';

type ReportRecord = Output<'reports.show'>;

const STATUSES = ['fail', 'warn', 'pass', 'info', 'not_applicable', 'error'] as const;

/** All checks by importance, filtered by category and result. */
export const ReportChecks = ({ report }: { report: ReportRecord }) => {
  const t = texts();
  const { filter, setFilter } = useFilters();
  const [category, status] = [filter('category'), filter('status')];
  const found = report.checks.filter(
    (check) => (category === '' || check.category === category) && (status === '' || check.status === status),
  );
  return (
    <>
      <div class="filters">
        <Select
          label={t.report.category}
          chosen={category}
          options={[['', t.reports.any], ...report.categories.map(({ id, title }) => [id, title] as const)]}
          onChange={(event) => {
            setFilter('category', event.currentTarget.value);
          }}
        />
        <Select
          label={t.reports.result}
          chosen={status}
          options={[['', t.reports.any], ...STATUSES.map((one) => [one, t.report.statuses[one]] as const)]}
          onChange={(event) => {
            setFilter('status', event.currentTarget.value);
          }}
        />
      </div>
      <p role="status">{t.report.found(found.length)}</p>
      {IMPORTANCES.map((importance) => {
        const checks = found.filter((check) => check.importance === importance);
        return (
          checks.length > 0 && (
            <section key={importance}>
              <h2>{t.reports.importances[importance]}</h2>
              <ul class="problems">
                {checks.map((check) => (
                  <li key={check.id}>
                    <CheckDetails check={check} badge={t.report.statuses[check.status]} />
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </>
  );
};
