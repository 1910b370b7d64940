import type { Component } from './components.ts';

const HEAD = `# Licences

What runs in production beside our own code (MIT), by licence: in the images and with \`npm start\`, on Linux on x64. \`npm run release\` writes
this page (\`npm run release -- licences\` nothing else); the licence texts are in the packages.
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
