import { writeFile } from 'node:fs/promises';

import { parse } from 'yaml';

/** Matomo's definitions, in the public domain (CC0 1.0). */
const REPOSITORY = 'https://raw.githubusercontent.com/matomo-org/searchengine-and-social-list/master';
const FILES = ['SearchEngines.yml', 'Socials.yml', 'AIAssistants.yml', 'LICENSE'];

/** Fewer entries than any list of recent years: it must be an error page or half a file. */
const FEWEST_ENTRIES = 10;

const load = async (from: string, file: string): Promise<string> => {
  const answer = await fetch(`${from}/${file}`);
  if (!answer.ok) throw new Error(`${from}/${file}: ${answer.status}`);
  const text = await answer.text();
  if (!file.endsWith('.yml')) return text;
  const list: unknown = parse(text);
  if (typeof list !== 'object' || list === null || Object.keys(list).length < FEWEST_ENTRIES)
    throw new Error(`${from}/${file} is not a list of sources.`);
  return text;
};

/**
 * Fetches the newest lists, all or none of them: `node src/sources/update-lists.ts [address
 * [folder]]`. A mirror's address replaces GitHub's.
 */
const [, , from = REPOSITORY, folder = new URL('./lists', import.meta.url).pathname] = process.argv;
const texts = await Promise.all(FILES.map((file) => load(from, file)));
for (const [index, file] of FILES.entries()) await writeFile(`${folder}/${file}`, texts[index] ?? '');
