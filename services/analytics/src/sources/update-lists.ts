import { writeFile } from 'node:fs/promises';

/** Matomo's definitions, in the public domain (CC0 1.0). `node src/sources/update-lists.ts` */
const REPOSITORY = 'https://raw.githubusercontent.com/matomo-org/searchengine-and-social-list/master';
const FILES = ['SearchEngines.yml', 'Socials.yml', 'AIAssistants.yml', 'LICENSE'];

for (const file of FILES) {
  const answer = await fetch(`${REPOSITORY}/${file}`);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await writeFile(new URL(`./lists/${file}`, import.meta.url), await answer.text());
}
