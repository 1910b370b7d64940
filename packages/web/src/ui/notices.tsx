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
  const timer = setTimeout(() => {
    action().catch((error: unknown) => {
      notify(failureText(error));
      onUndone();
    });
  }, UNDO_MILLISECONDS);
  notify(text, {
    undo: () => {
      clearTimeout(timer);
      onUndone();
    },
  });
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
