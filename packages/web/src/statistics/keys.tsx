import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { Days } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { useStatistics } from './use-answer.ts';
import { stepped } from './view.ts';
import type { View } from './view.ts';

/** Periods that one key chooses. */
const PERIOD_KEYS: Readonly<Record<string, View['period']>> = {
  d: 'today',
  e: 'yesterday',
  w: '7d',
  t: '28d',
  q: '91d',
  m: 'month',
  y: '12mo',
  a: 'all',
  r: 'realtime',
};

const STORED = 'keys';

/** Keys of one letter are in the way of those who speak to their computer (WCAG 2.1.4). */
const areUsed = signal(true);

const remembered = (): boolean => {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
};

const remember = (used: boolean): void => {
  areUsed.value = used;
  try {
    localStorage.setItem(STORED, used ? 'on' : 'off');
  } catch {
    // Without storage it holds for this visit.
  }
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), select, textarea, dialog, [contenteditable]') !== null;

/** Keys of the whole page: periods, earlier and later, comparison, filters. */
export const useKeys = (days: Days | undefined, today: string | undefined, openFilter: () => void): void => {
  const { view, show } = useStatistics();
  useEffect(() => {
    areUsed.value = remembered();
  }, []);
  useEffect(() => {
    const step = (direction: -1 | 1): void => {
      const next = days && today && stepped(days, direction, today);
      if (next) show({ ...view, period: next });
    };
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => {
        step(-1);
      },
      ArrowRight: () => {
        step(1);
      },
      c: () => {
        show({ ...view, compare: view.compare === 'none' ? 'previous_period' : 'none' });
      },
      x: () => {
        show({ ...view, conditions: [], segment: undefined });
      },
      '/': openFilter,
    };
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return;
      if (!areUsed.value && !event.key.startsWith('Arrow')) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const period = PERIOD_KEYS[key];
      const action = period
        ? () => {
            show({ ...view, period });
          }
        : actions[key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', listen);
    return () => {
      removeEventListener('keydown', listen);
    };
  }, [days?.from, days?.to, today, view]);
};

/** Names the keys, and turns them off. */
export const Keys = () => {
  const t = statisticsTexts();
  return (
    <p class="quiet keys by-script">
      {t.keyboard}{' '}
      <label>
        <input
          type="checkbox"
          checked={areUsed.value}
          onChange={(event) => {
            remember(event.currentTarget.checked);
          }}
        />{' '}
        {t.useKeys}
      </label>
    </p>
  );
};
