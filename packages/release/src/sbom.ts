import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
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

/** The address of a package on npm, as package URLs have it. */
const purlOf = ({ name, version }: Component): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

/** The components of a version as CycloneDX 1.6, in JSON. */
export const toSbom = (version: string, components: readonly Component[], now: Date): string => {
  const platform = new Models.Component(Enums.ComponentType.Application, 'design-and-analytics-platform', {
    version,
    bomRef: 'platform',
  });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ timestamp: now, component: platform }) });
  for (const component of components) {
    const purl = purlOf(component);
    const entry = new Models.Component(Enums.ComponentType.Library, component.name, {
      version: component.version,
      bomRef: purl,
      purl,
    });
    entry.licenses.add(new Models.NamedLicense(component.licence));
    const [, digest] = /^sha512-(.+)$/.exec(component.integrity ?? '') ?? [];
    if (digest !== undefined)
      entry.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex'));
    bom.components.add(entry);
    platform.dependencies.add(entry.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
};
