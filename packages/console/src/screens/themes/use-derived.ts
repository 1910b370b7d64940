import type { Input, Output } from '@platform/client';
import { useRef } from 'preact/hooks';

import { useLoad } from '../../loading/use-load.ts';
import { useSettled } from '../../loading/use-settled.ts';
import { platform } from '../../session/platform.ts';

type Derived = Pick<Output<'themes.show'>, 'modes' | 'warnings'>;
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
 * What a theme would be with the tokens that are being typed. What is not right yet leaves it as it
 * was; saving says what is wrong.
 */
export const useDerived = (theme: Output<'themes.show'>, stored: string, typed: string): Derived => {
  const settled = useSettled(typed);
  const isStored = sameTokens(settled, stored);
  const { data } = useLoad(`theme ${theme.id} with ${settled}`, async () => {
    const tokens = isStored ? undefined : tokensIn(settled);
    return tokens && platform.themes.derive(theme.id, { tokens });
  });
  const last = useRef<Derived>(theme);
  last.current = isStored ? theme : (data ?? last.current);
  return last.current;
};
