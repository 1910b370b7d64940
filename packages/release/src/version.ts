/** Files that name the version, as git matches paths. */
export const VERSIONED = [
  'package.json',
  '*/package.json',
  'docker-compose.yml',
  'services/*/compose.yml',
  'deploy/kubernetes/*.yaml',
  'docs/settings.md',
  'actions/README.md',
];

const numbersOf = (version: string): number[] => version.split('.').map(Number);

/** @throws if `next` is no version `1.2.3` above `current` */
export const assertIsNext = (current: string, next: string): void => {
  if (!/^\d+\.\d+\.\d+$/.test(next)) throw new Error(`"${next}" is not a version such as 1.2.3.`);
  const [old, wanted] = [numbersOf(current), numbersOf(next)];
  const place = wanted.findIndex((number, index) => number !== old[index]);
  if (place < 0 || (wanted[place] ?? 0) < (old[place] ?? 0))
    throw new Error(`${next} is not above ${current}, the version so far.`);
};

/** The text of a versioned file with another version: our packages, image tags and the settings page. */
export const withVersion = (text: string, current: string, next: string): string => {
  const version = current.replaceAll('.', '\\.');
  return text
    .replace(new RegExp(`^(  "version": ")${version}(")`, 'm'), `$1${next}$2`)
    .replaceAll(new RegExp(`(PLATFORM_VERSION:-)${version}(})`, 'g'), `$1${next}$2`)
    .replaceAll(new RegExp(`(newTag: )${version}\\b`, 'g'), `$1${next}`)
    .replaceAll(new RegExp(`(/actions/[\\w-]+@v)${version}\\b`, 'g'), `$1${next}`)
    .replace(new RegExp(`(\`PLATFORM_VERSION\` +\\| )${version}\\b`), `$1${next}`);
};

/** The change log with what is unreleased below the version and its day. @throws if there is nothing */
export const withRelease = (changelog: string, version: string, day: string): string => {
  const [, unreleased = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? [];
  if (unreleased.trim() === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".');
  return changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${day})\n`);
};
