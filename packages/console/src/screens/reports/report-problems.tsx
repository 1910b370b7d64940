import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';

type Checks = Output<'reports.show'>['checks'];

const ORDER = ['critical', 'high', 'medium', 'low', 'informative'] as const;

/** Checks that failed or warn, the most important first. */
export const ReportProblems = ({ checks }: { checks: Checks }) => {
  const t = texts().reports;
  const problems = checks
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .toSorted(
      (a, b) => ORDER.indexOf(a.importance) - ORDER.indexOf(b.importance) || a.status.localeCompare(b.status),
    );
  return (
    <section>
      <h2>{t.problems}</h2>
      {problems.length === 0 && <p>{t.noProblems}</p>}
      <ul class="problems">
        {problems.map((check) => (
          <li key={check.id}>
            <details>
              <summary>
                <span class={`badge ${check.status}`}>{t.importances[check.importance]}</span> {check.title}
              </summary>
              <p>{check.message}</p>
              {check.items.map(({ snippet, note }, index) => (
                <p key={index} class="item">
                  <code>{snippet}</code> {note}
                </p>
              ))}
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
};
