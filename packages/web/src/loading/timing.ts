import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

/** True where long lists may be drawn a few entries at a time: not on pages that a server has drawn. */
export const DrawsGradually = createContext(false);

/** As many fit a window; drawing them takes a slow phone less than a tenth of a second. */
const DRAWN_AT_ONCE = 15;

/**
 * How many of the entries of a list are to be drawn by now. The first are on the screen before the others
 * are begun, so that a click that opens a long list, or comes meanwhile, is answered at once.
 */
export const useGradually = (count: number): number => {
  const isGradual = useContext(DrawsGradually);
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE);
  const isWhole = !isGradual || drawn >= count;
  useEffect(() => {
    if (isWhole) return undefined;
    const timer = setTimeout(() => {
      setDrawn(drawn + DRAWN_AT_ONCE);
    });
    return () => {
      clearTimeout(timer);
    };
  }, [isWhole, drawn]);
  return isWhole ? count : drawn;
};

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
