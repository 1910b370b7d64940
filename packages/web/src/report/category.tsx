import type { ShownCategory, ShownCheck } from '@platform/pages/reports-contract';
import { signal } from '@preact/signals';

import { ScoreGauge } from '../ui/score-gauge.tsx';
import { Finding, QuietCheck } from './finding.tsx';
import { reportTexts } from './texts.ts';

/** What is looked for in the checks of a report, and whether everything is unfolded. */
const wanted = signal('');
const isUnfolded = signal(false);

const QUIET = ['error', 'info', 'pass', 'not_applicable'] as const;

const textOf = ({ id, title, message, items }: ShownCheck): string =>
  [id, title, message, ...items.map(({ snippet }) => snippet)].join('\n').toLowerCase();

/** Looks for words in the checks of all categories, and unfolds them. */
export const ChecksToolbar = () => {
  const t = reportTexts();
  return (
    <form
      class="checks-toolbar by-script"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <h2>{t.findings}</h2>
      <input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={wanted.value}
        onInput={({ currentTarget }) => {
          wanted.value = currentTarget.value;
        }}
      />
      <button
        type="button"
        aria-pressed={isUnfolded.value}
        onClick={() => {
          isUnfolded.value = !isUnfolded.value;
        }}
      >
        {isUnfolded.value ? t.fold : t.unfold}
      </button>
    </form>
  );
};

/** Checks without a finding, as a collapsed list. */
const QuietChecks = ({ title, checks }: { title: string; checks: readonly ShownCheck[] }) =>
  checks.length === 0 ? null : (
    <details open={isUnfolded.value || wanted.value !== ''}>
      <summary>
        {title} ({checks.length})
      </summary>
      <ul>
        {checks.map((check) => (
          <QuietCheck key={check.id} check={check} />
        ))}
      </ul>
    </details>
  );

/** A category: its score, its findings in the order in which to fix them, and the other checks. */
export const Category = ({
  category: { id, title, score, result, failed, warned, passed },
  checks,
  picture,
}: {
  category: ShownCategory;
  /** Those of this category. */
  checks: readonly ShownCheck[];
  /** Of the phone, where the page was rendered. */
  picture: string | undefined;
}) => {
  const t = reportTexts();
  const words = wanted.value.trim().toLowerCase();
  const found = words === '' ? checks : checks.filter((check) => textOf(check).includes(words));
  const findings = found
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  const label =
    score === null ? t.notJudged : t.scoreOf(score, result === null ? '' : t.ratings[result]);
  return (
    <section class="panel category" id={`category-${id}`} aria-labelledby={`heading-${id}`}>
      <div class="category-head">
        <ScoreGauge score={score} result={result} label={label} />
        <div>
          <h2 id={`heading-${id}`}>{title}</h2>
          <p class="quiet">{t.tally(failed, warned, passed)}</p>
        </div>
      </div>
      {found.length === 0 && <p class="quiet">{t.noMatch}</p>}
      <div class="findings">
        {findings.map((check) => (
          <Finding key={check.id} check={check} picture={picture} isUnfolded={isUnfolded.value} />
        ))}
      </div>
      {QUIET.map((status) => (
        <QuietChecks
          key={status}
          title={t.lists[status]}
          checks={found.filter((check) => check.status === status)}
        />
      ))}
    </section>
  );
};
