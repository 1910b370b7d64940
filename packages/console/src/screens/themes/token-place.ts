/** Where something stands in a text: from its first character to the one behind its last. */
export type Place = readonly [from: number, to: number];

/**
 * The key in a JSON text that a field such as `tokens.spacing.sm` means: keys are looked for one
 * after the other. Undefined where one of them isn't there.
 */
export const placeOfToken = (text: string, field: string): Place | undefined => {
  const keys = field.split('.').slice(1);
  let place: Place | undefined;
  for (const key of keys) {
    const quoted = JSON.stringify(key);
    const at = text.indexOf(quoted, place?.[1] ?? 0);
    if (at < 0) return undefined;
    place = [at, at + quoted.length];
  }
  return place;
};

/** The place that an error of the parser names; each browser words it differently. */
export const placeOfSyntaxError = (text: string, message: string): Place => {
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const at = position === undefined ? text.length : Number(position);
  return [Math.max(0, Math.min(at, text.length - 1)), at + 1];
};

/** The line of a place, from 1. */
export const lineOf = (text: string, [from]: Place): number => text.slice(0, from).split('\n').length;
