import type { RollupTexts } from '../english/rollup.ts';

export const rollup: RollupTexts = {
  title: 'Websites zusammen',
  allWebsites: (count) => `Alle ${count} Websites`,
  someWebsites: (count, all) => `${count} von ${all} Websites`,
  choose: 'Websites wählen',
  chooseHint: 'Ist keine angekreuzt, sind es alle.',
  show: 'Zeigen',
  once: 'Wer zwei dieser Websites besucht, zählt zweimal: Jede hat ein eigenes Geheimnis, sodass niemand erkennen kann, dass es derselbe Mensch ist. Tage und Stunden sind die jeder einzelnen Website.',
  byWebsite: 'Nach Website',
  website: 'Website',
  tooMany: (most) => `Das sind mehr als ${most} Websites, zu viele auf einmal. Wählen Sie einige aus.`,
  empty: 'Auf diesen Websites wurde noch nichts gezählt.',
};
