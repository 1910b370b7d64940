const PART = /\[(?!\^\])\^?(?:\\.|[^\]\\])+\]|\\.|\(\?[^)]?|\{\d+(?:,\d*)?\}|[^]/gu;

/**
 * What a regular expression is made of, in order: sets, escaped signs, beginnings of groups, counted
 * repetitions, and all other signs one by one.
 */
export const partsOf = (expression: string): readonly string[] =>
  [...expression.matchAll(PART)].map(([part]) => part);
