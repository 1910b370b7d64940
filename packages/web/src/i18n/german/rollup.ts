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
  groups: 'Gruppen',
  groupName: 'Name der Gruppe',
  saveGroup: 'Als Gruppe speichern',
  groupSaved: (name) => `${name} ist gespeichert.`,
  noGroups:
    'Wählen Sie Websites und speichern Sie sie als Gruppe, um sie hier und in der API wiederzufinden.',
  websitesOf: (count) => (count === 1 ? '1 Website' : `${count} Websites`),
  shareGroup:
    'Ein Link zeigt diese Websites als Gruppe und sonst nichts von ihnen. Geben Sie der Gruppe einen Namen, den auch ihre Leser sehen.',
  empty: 'Auf diesen Websites wurde noch nichts gezählt.',
};
