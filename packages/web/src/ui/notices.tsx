import './notices.css';

import { signal } from '@preact/signals';

import { partTexts } from '../i18n/parts.ts';
import { failureText } from './problem.tsx';

interface Notice {
  id: number;
  text: string;
  undo?: () => void;
}

const SHOWN_MILLISECONDS = 5_000;
const UNDO_MILLISECONDS = 10_000;

const notices = signal<readonly Notice[]>([]);
let lastId = 0;

/** What is done unless it is taken back, each with a way to do it at once. */
const pending = new Set<() => Promise<void>>();

const drop = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

/** Says something at the edge of the screen for a few seconds; longer where it can be taken back. */
export const notify = (text: string, { undo }: { undo?: () => void } = {}): void => {
  const id = ++lastId;
  const takeBack = undo && {
    undo: () => {
      drop(id);
      undo();
    },
  };
  notices.value = [...notices.value, { id, text, ...takeBack }];
  setTimeout(drop, undo ? UNDO_MILLISECONDS : SHOWN_MILLISECONDS, id);
};

/**
 * Does something in ten seconds, unless it is taken back before. Leaving the console before takes
 * it back as well: nothing is lost by closing a tab.
 */
export const doUnlessUndone = (options: {
  text: string;
  action: () => Promise<unknown>;
  /** Called when it is taken back, or has failed. */
  onUndone: () => void;
}): void => {
  const { text, action, onUndone } = options;
  const finish = async (): Promise<void> => {
    clearTimeout(timer);
    pending.delete(finish);
    try {
      await action();
    } catch (error) {
      notify(failureText(error));
      onUndone();
    }
  };
  const timer = setTimeout(() => void finish(), UNDO_MILLISECONDS);
  pending.add(finish);
  notify(text, {
    undo: () => {
      clearTimeout(timer);
      pending.delete(finish);
      onUndone();
    },
  });
};

/** Does at once what still could be taken back: nobody is there to do so when a session ends. */
export const finishPending = async (): Promise<void> => {
  notices.value = notices.value.filter(({ undo }) => undo === undefined);
  await Promise.all([...pending].map((finish) => finish()));
};

/** Where notices are shown. */
export const Notices = () => (
  <div class="notices" role="status" aria-live="polite">
    {notices.value.map(({ id, text, undo }) => (
      <p key={id}>
        {text}
        {undo && (
          <button type="button" onClick={undo}>
            {partTexts().undo}
          </button>
        )}
      </p>
    ))}
  </div>
);
