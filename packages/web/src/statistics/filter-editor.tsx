import { useId, useState } from 'preact/hooks';

import { useSettled } from '../loading/timing.ts';
import { Modal } from '../ui/modal.tsx';
import { Problem } from '../ui/problem.tsx';
import { cardMetric, COLUMNS } from './definitions.ts';
import { codesNamed, conditionWords, formatValue } from './format.ts';
import type { Days } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { questionOf, useAnswer, useStatistics } from './use-answer.ts';
import { OPERATORS } from './view.ts';
import type { Condition, Operator } from './view.ts';

const SUGGESTED = 8;

/** Frequent values of a dimension that contain what was typed. */
const useSuggestions = (dimension: string, typed: string): readonly string[] => {
  const { view } = useStatistics();
  const settled = useSettled(typed);
  const named = (dimension === 'country' || dimension === 'language') && settled !== '';
  const filter = named
    ? { dimension, operator: 'is' as const, values: [...codesNamed(dimension, settled), settled] }
    : { dimension, operator: 'contains' as const, values: [settled] };
  const question = {
    date_range: questionOf(view).date_range,
    metrics: [cardMetric(dimension)],
    dimensions: [dimension],
    ...(settled !== '' && { filters: [filter] }),
    per_page: SUGGESTED,
  };
  const isAsked = dimension !== 'goal' && dimension !== 'prop:';
  const asked = useAnswer(isAsked ? JSON.stringify(question) : undefined, (source) => source.query(question));
  if (!isAsked || asked.error !== undefined) return [];
  return (asked.data?.rows ?? [])
    .map((row) => row.dimensions[dimension] ?? '')
    .filter((value) => value !== '');
};

const hintOf = (operator: Operator): string => {
  const t = statisticsTexts().valuesHint;
  if (operator.startsWith('contains')) return t.contains;
  return operator.startsWith('matches') ? t.matches : t.is;
};

interface Draft {
  readonly dimension: string;
  readonly operator: Operator;
  readonly values: readonly string[];
  readonly typed: string;
}

/** Returns the value that was typed: the code for the name of a country or language. */
const valueTyped = (dimension: string, typed: string): string => {
  if (dimension !== 'country' && dimension !== 'language') return typed;
  const named = codesNamed(dimension, typed).filter(
    (code) => formatValue(dimension, code).toLowerCase() === typed.toLowerCase(),
  );
  return named[0] ?? typed;
};

const ValuesField = ({ draft, change }: { draft: Draft; change: (draft: Draft) => void }) => {
  const t = statisticsTexts();
  const id = useId();
  const { dimension, operator, values, typed } = draft;
  const suggestions = useSuggestions(dimension, typed).filter((value) => !values.includes(value));
  const add = (value: string): void => {
    if (value !== '' && !values.includes(value)) change({ ...draft, values: [...values, value], typed: '' });
  };
  return (
    <div class="values">
      {values.length > 0 && (
        <ul class="pills">
          {values.map((value) => (
            <li key={value}>
              <button
                type="button"
                aria-label={t.removeFilter(formatValue(dimension, value))}
                onClick={() => {
                  change({ ...draft, values: values.filter((one) => one !== value) });
                }}
              >
                {formatValue(dimension, value)} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="field">
        <label for={id}>{t.values}</label>
        <input
          id={id}
          value={typed}
          autocomplete="off"
          aria-describedby={`${id}-hint`}
          onInput={(event) => {
            change({ ...draft, typed: event.currentTarget.value });
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed.trim() === '') return;
            event.preventDefault();
            add(valueTyped(dimension, typed.trim()));
          }}
        />
        <p class="quiet" id={`${id}-hint`}>
          {hintOf(operator)}
        </p>
      </div>
      {suggestions.length > 0 && (operator === 'is' || operator === 'is_not') && (
        <div role="group" aria-label={t.suggestions} class="suggestions">
          {suggestions.map((value) => (
            <button
              key={value}
              type="button"
              onClick={() => {
                add(value);
              }}
            >
              {formatValue(dimension, value)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
};

const GoalChoice = ({
  draft,
  change,
  days,
}: {
  draft: Draft;
  change: (draft: Draft) => void;
  days: Days;
}) => {
  const t = statisticsTexts();
  const goals = useAnswer(`goal names ${days.from} ${days.to}`, (source) =>
    source.goals(days, { filters: [], segment: undefined }),
  );
  if (goals.error !== undefined) return <Problem error={goals.error} retry={goals.retry} />;
  if (goals.data?.length === 0) return <p class="quiet">{t.noGoals}</p>;
  return (
    <div role="group" aria-label={t.goal} class="suggestions">
      {goals.data?.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={draft.values.includes(name)}
          onClick={() => {
            change({ ...draft, values: [name] });
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
};

const EMPTY: Draft = { dimension: 'page', operator: 'is', values: [], typed: '' };

/** The form for one condition: a new one, or one that is changed. */
export const FilterEditor = ({
  edited,
  days,
  close,
}: {
  edited: Condition | undefined;
  days: Days;
  close: () => void;
}) => {
  const t = statisticsTexts();
  const { view, show } = useStatistics();
  const [draft, setDraft] = useState<Draft>(edited ? { ...edited, typed: '' } : EMPTY);
  const properties = useAnswer(`properties ${days.from} ${days.to}`, (source) =>
    source.properties(days, { filters: [], segment: undefined }),
  );
  const isGoal = draft.dimension === 'goal';
  const typed = valueTyped(draft.dimension, draft.typed.trim());
  const values = typed === '' || draft.values.includes(typed) ? draft.values : [...draft.values, typed];
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (values.length === 0) return;
    const condition: Condition = { dimension: draft.dimension, operator: draft.operator, values };
    // By what it says: the view is made anew while the editor is open.
    const others = view.conditions.filter((one) => !edited || conditionWords(one) !== conditionWords(edited));
    close();
    show({ ...view, conditions: [...others, condition] });
  };
  const dimensions: readonly (readonly [string, string])[] = [
    ...COLUMNS.map((column) => [column, t.columns[column]] as const),
    ['goal', t.goal],
    ...(properties.data ?? [])
      .filter(({ value }) => !/[=!~^*]/.test(value))
      .map(({ value }) => [`prop:${value}`, `${t.property}: ${value}`] as const),
  ];
  return (
    <Modal
      class="filter-editor"
      label={edited ? t.editFilter(conditionWords(edited)) : t.addFilter}
      onClose={close}
    >
      <form onSubmit={save}>
        <div class="field">
          <label for="filter-dimension">{t.dimension}</label>
          <select
            id="filter-dimension"
            value={draft.dimension}
            onChange={(event) => {
              setDraft({ ...EMPTY, dimension: event.currentTarget.value });
            }}
          >
            {dimensions.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="filter-operator">{t.comparison}</label>
          <select
            id="filter-operator"
            value={draft.operator}
            onChange={(event) => {
              const operator = OPERATORS.find((one) => one === event.currentTarget.value);
              if (operator) setDraft({ ...draft, operator });
            }}
          >
            {OPERATORS.filter((one) => !isGoal || one === 'is' || one === 'is_not').map((one) => (
              <option key={one} value={one}>
                {t.operators[one]}
              </option>
            ))}
          </select>
        </div>
        {isGoal ? (
          <GoalChoice draft={draft} change={setDraft} days={days} />
        ) : (
          <ValuesField key={draft.dimension} draft={draft} change={setDraft} />
        )}
        <div class="inline">
          <button class="primary" disabled={values.length === 0}>
            {t.apply}
          </button>
          <button type="button" onClick={close}>
            {t.close}
          </button>
        </div>
      </form>
    </Modal>
  );
};
