import { viewText } from '../statistics/view.ts';
import type { View } from '../statistics/view.ts';

/** Parameters of an address that are not the view's, and hold for every address of the page. */
const KEPT = ['access', 'lang'] as const;

/** The parameters of an address that others repeat: `access=…&lang=de`, or empty. */
export const keptOf = (search: string, names: readonly (typeof KEPT)[number][] = KEPT): string => {
  const all = new URLSearchParams(search);
  return new URLSearchParams(
    names.flatMap((name) => {
      const value = all.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ).toString();
};

/** The address of a view, below that of the page. */
export const addressOf = (view: View, kept: string): string => {
  const text = viewText(view);
  if (kept === '') return text === '' ? '?' : text;
  return text === '' ? `?${kept}` : `${text}&${kept}`;
};
