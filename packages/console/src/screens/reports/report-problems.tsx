import { texts } from '../../i18n/language.ts';
import { CheckDetails, IMPORTANCES } from './check-details.tsx';
import type { Check } from './check-details.tsx';

/** Checks that failed or warn, the most important first. */
export const ReportProblems = ({ checks }: { checks: readonly Check[] }) => {
  const t = texts().reports;
  const problems = checks
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .toSorted(
      (a, b) =>
        IMPORTANCES.indexOf(a.importance) - IMPORTANCES.indexOf(b.importance) ||
        a.status.localeCompare(b.status),
    );
  return (
    <section>
      <h2>{t.problems}</h2>
      {problems.length === 0 && <p>{t.noProblems}</p>}
      <ul class="problems">
        {problems.map((check) => (
          <li key={check.id}>
            <CheckDetails check={check} badge={t.importances[check.importance]} />
          </li>
        ))}
      </ul>
    </section>
  );
};
