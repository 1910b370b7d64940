import type { Harmony } from './harmony.ts';

export const tones: Harmony = {
  id: 'tones',
  title: 'Tones',
  description: 'The base mixed with more and more grey of its own lightness.',
  towards: { role: 'tone', goal: ({ l, h }) => ({ l, c: 0, h }) },
};
