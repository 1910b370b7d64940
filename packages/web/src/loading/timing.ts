import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';

/** Returns a value that changes with every key or step of a slider, once it has settled. */
export const useSettled = <Value>(value: Value, milliseconds = 250): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  }, [value, milliseconds]);
  return settled;
};

/** Calls something again and again while a condition holds and somebody looks at the screen. */
export const usePoll = (isWanted: boolean, again: () => void, milliseconds = 1_500): void => {
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) again();
    }, milliseconds);
    return () => {
      clearInterval(timer);
    };
  }, [isWanted, milliseconds]);
};

/** How many answers are being waited for that somebody asked for. */
export const working = signal(0);

/** Shows at the top of the screen that something is under way until the work has ended. */
export const whileWorking = async <Result>(work: () => PromiseLike<Result>): Promise<Result> => {
  working.value += 1;
  try {
    return await work();
  } finally {
    working.value -= 1;
  }
};
