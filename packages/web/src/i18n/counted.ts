/** A number as it is shown, with the noun for one or for several: `1 day`, `2 days`. */
export const counted = (shown: string, one: string, several: string): string =>
  `${shown} ${shown === '1' || shown === '+1' ? one : several}`;
