/** Something that has to happen before a deadline; a node in the linked list of deadlines. */
export interface Due {
  /** By performance.now(). */
  dueAt: number;
  earlier: Due | undefined;
  later: Due | undefined;
  /** Called when the deadline has passed. */
  expire(): void;
}

export interface Deadlines {
  /** Sets or resets the deadline of something. */
  start(due: Due): void;
  /** Removes a deadline, if there is one. */
  end(due: Due): void;
}

/**
 * Deadlines that are all equally far ahead, so they pass in the order in which they were set. One
 * timer serves them all: a timer per request would cost more than the rest of its bookkeeping.
 * @param milliseconds how far ahead
 */
export const createDeadlines = (milliseconds: number): Deadlines => {
  let first: Due | undefined;
  let last: Due | undefined;
  let isSet = false;

  const end = (due: Due): void => {
    if (due.earlier) due.earlier.later = due.later;
    else if (first === due) first = due.later;
    if (due.later) due.later.earlier = due.earlier;
    else if (last === due) last = due.earlier;
    due.earlier = due.later = undefined;
  };

  const wake = (inMilliseconds: number): void => {
    isSet = true;
    setTimeout(sweep, Math.max(1, Math.ceil(inMilliseconds))).unref();
  };

  const sweep = (): void => {
    const now = performance.now();
    isSet = false;
    for (let due = first; due && due.dueAt <= now; due = first) {
      end(due);
      due.expire();
    }
    if (first) wake(first.dueAt - now);
  };

  return {
    start(due) {
      end(due);
      due.dueAt = performance.now() + milliseconds;
      due.earlier = last;
      if (last) last.later = due;
      else first = due;
      last = due;
      if (!isSet) wake(milliseconds);
    },
    end,
  };
};
