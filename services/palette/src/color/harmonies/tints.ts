import type { Harmony } from './harmony.ts';

export const tints: Harmony = {
  id: 'tints',
  title: 'Tints',
  description: 'The base mixed with more and more white.',
  towards: { role: 'tint', goal: ({ h }) => ({ l: 1, c: 0, h }) },
};
