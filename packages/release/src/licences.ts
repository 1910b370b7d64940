import type { Component } from './components.ts';

const HEAD = `# Licences

What runs in production beside our own code (MIT), by licence. \`npm run release\` writes this page; the licence texts are in the packages.
`;

/** The page that lists every component below its licence. */
export const toLicencesPage = (components: readonly Component[]): string => {
  const byLicence = Map.groupBy(components, ({ licence }) => licence);
  const sections = [...byLicence]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([licence, list]) => {
      const names = list.map(({ name, version }) => `${name} ${version}`);
      return `\n## ${licence} (${list.length})\n\n${names.join(', ')}\n`;
    });
  return `${HEAD}${sections.join('')}`;
};
