import { spoken } from './spoken.ts';

/** Texts of several websites as one, which the console loads with their screen. */
const english = {
  title: 'Websites together',
  allWebsites: (count: number) => `All ${count} websites`,
  someWebsites: (count: number, all: number) => `${count} of ${all} websites`,
  choose: 'Choose websites',
  chooseHint: 'None ticked: all of them.',
  show: 'Show',
  once: 'Someone who visits two of these websites counts twice: each keeps a secret of its own, so nobody can tell that they are one person. Days and hours are those of each website.',
  byWebsite: 'By website',
  website: 'Website',
  tooMany: (most: number) =>
    `These are more than ${most} websites, which are too many to count at once. Choose some.`,
  groups: 'Groups',
  groupName: 'Name of the group',
  saveGroup: 'Save as a group',
  groupSaved: (name: string) => `${name} is saved.`,
  noGroups: 'Choose websites, then save them as a group to find them again here and in the API.',
  websitesOf: (count: number) => (count === 1 ? '1 website' : `${count} websites`),
  shareGroup:
    'A link shows these websites as a group, and nothing else of them. Give the group a name, which its readers see.',
  empty: 'Nothing has been counted on these websites yet.',
};

const german: typeof english = {
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

/** The texts of several websites as one in the present language. */
export const rollupTexts = (): typeof english => spoken({ en: english, de: german });
