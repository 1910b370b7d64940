import type { ShownCategory, ShownCheck } from '@platform/pages/reports-contract';
import { signal } from '@preact/signals';

import { ScoreGauge } from '../ui/score-gauge.tsx';
import { Finding, QuietCheck, quietWordsOf, wordsOf } from './finding.tsx';
import type { FindingWords, QuietWords } from './finding.tsx';
import { reportTexts } from './texts.ts';

/** Text that is searched for in the checks of a report, and whether everything is unfolded. */
const wanted = signal('');
const isUnfolded = signal(false);

const QUIET = ['error', 'info', 'pass', 'not_applicable'] as const;

type Quiet = Readonly<Partial<Record<(typeof QUIET)[number], readonly QuietWords[]>>>;

const has = (texts: readonly (string | undefined)[], words: string): boolean =>
  words === '' || texts.some((text) => text?.toLowerCase().includes(words));

/** The checks of a category in words: findings in the order in which to fix them, and the others. */
export const checksInWords = (
  checks: readonly ShownCheck[],
  hasCode: (check: ShownCheck) => boolean,
): { findings: FindingWords[]; quiet: Quiet } => ({
  findings: checks
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map((check) => wordsOf(check, hasCode(check))),
  quiet: Object.fromEntries(
    QUIET.flatMap((status) => {
      const own = checks.filter((check) => check.status === status).map(quietWordsOf);
      return own.length > 0 ? [[status, own]] : [];
    }),
  ),
});

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
const QuietChecks = ({ title, checks }: { title: string; checks: readonly QuietWords[] }) =>
  checks.length === 0 ? null : (
    <details open={isUnfolded.value || wanted.value !== ''}>
      <summary>
        {title} ({checks.length})
      </summary>
      <ul>
        {checks.map((words) => (
          <QuietCheck key={words.title} words={words} />
        ))}
      </ul>
    </details>
  );

export interface CategoryProps {
  readonly category: ShownCategory;
  readonly findings: readonly FindingWords[];
  readonly quiet: Quiet;
  /** Of the phone, where the page was rendered. */
  readonly picture?: string | undefined;
}

/** A category: its score, its findings in the order in which to fix them, and the other checks. */
export const Category = ({ category, findings, quiet, picture }: CategoryProps) => {
  const t = reportTexts();
  const { id, title, score, result, failed, warned, passed } = category;
  const words = wanted.value.trim().toLowerCase();
  const found = findings.filter((one) =>
    has([one.id, one.title, one.fault, one.remedy, ...one.items.map(({ snippet }) => snippet)], words),
  );
  const others = QUIET.map((status) => ({
    status,
    checks: (quiet[status] ?? []).filter((one) => has([one.title, one.message, one.seen], words)),
  }));
  const label = score === null ? t.notJudged : t.scoreOf(score, result === null ? '' : t.ratings[result]);
  return (
    <section class="panel category" id={`category-${id}`} aria-labelledby={`heading-${id}`}>
      <div class="category-head">
        <ScoreGauge score={score} result={result} label={label} />
        <div>
          <h2 id={`heading-${id}`}>{title}</h2>
          <p class="quiet">{t.tally(failed, warned, passed)}</p>
        </div>
      </div>
      {found.length === 0 && others.every(({ checks }) => checks.length === 0) && (
        <p class="quiet">{t.noMatch}</p>
      )}
      <div class="findings">
        {found.map((finding) => (
          <Finding key={finding.id} words={finding} picture={picture} isUnfolded={isUnfolded.value} />
        ))}
      </div>
      {others.map(({ status, checks }) => (
        <QuietChecks key={status} title={t.lists[status]} checks={checks} />
      ))}
    </section>
  );
};

/** The properties without explanations, which the markup of the category already holds. */
export const withoutExplanations = (props: CategoryProps): CategoryProps => ({
  ...props,
  findings: props.findings.map(({ about: _about, ...words }) => words),
});

/** Takes the explanations of findings out of the markup that a server drew from them. */
export const withExplanations = (props: CategoryProps, markup: Element): CategoryProps => ({
  ...props,
  findings: props.findings.map((words) => {
    const said = markup.querySelectorAll(`#${CSS.escape(words.id)} > details > p`);
    const [why = '', fix = '', thresholds = ''] = [...said].map(({ textContent }) => textContent);
    return said.length === 0 ? words : { ...words, about: { why, fix, thresholds } };
  }),
});
