import type { Harmony } from './harmony.ts';

export const shades: Harmony = {
  id: 'shades',
  title: 'Shades',
  description: 'The base mixed with more and more black.',
  towards: { role: 'shade', goal: ({ h }) => ({ l: 0, c: 0, h }) },
};
