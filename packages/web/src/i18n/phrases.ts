/** A number as it is shown, with the noun for one or for several: `1 day`, `2 days`. */
export const counted = (shown: string, one: string, several: string): string =>
  `${shown} ${shown === '1' || shown === '+1' ? one : several}`;

const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];

/** A name within a sentence. One that is written from right to left leaves the words around it in place. */
export const isolated = (name: string): string => `${FIRST_STRONG_ISOLATE}${name}${POP_ISOLATE}`;
