import type { Input, Output } from '@platform/client';
import { useRef } from 'preact/hooks';

import { useLoad, useSettled } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';

type Derived = Pick<Output<'themes.show'>, 'modes' | 'warnings'>;

/** What a theme would be, and why it can't be told for the present tokens. */
interface Derivation extends Derived {
  readonly refusal: unknown;
}
export type Tokens = NonNullable<Input<'themes.update'>['tokens']>;

const tokensIn = (text: string): Tokens | undefined => {
  try {
    return JSON.parse(text) as Tokens;
  } catch {
    return undefined;
  }
};

/** Whether two texts are the same JSON but for white space. */
export const sameTokens = (one: string, other: string): boolean => {
  const [left, right] = [one, other].map(tokensIn);
  return left !== undefined && JSON.stringify(left) === JSON.stringify(right);
};

/**
 * Derives a theme from the tokens that are being typed. Tokens that are not right yet leave it as it
 * was, with the reason beside it.
 */
export const useDerived = (theme: Output<'themes.show'>, stored: string, typed: string): Derivation => {
  const settled = useSettled(typed);
  const isStored = sameTokens(settled, stored);
  const { data, error } = useLoad(`theme ${theme.id} with ${settled}`, async () => {
    const tokens = isStored ? undefined : tokensIn(settled);
    return tokens && platform.themes.derive(theme.id, { tokens });
  });
  const last = useRef<Derived>(theme);
  last.current = isStored ? theme : (data ?? last.current);
  return { ...last.current, refusal: isStored || settled !== typed ? undefined : error };
};
