import { useEffect } from 'preact/hooks';

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
