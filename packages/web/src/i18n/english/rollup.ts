/** Texts of several websites as one, which the console loads with their screen. */
export const rollup = {
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

export type RollupTexts = typeof rollup;
