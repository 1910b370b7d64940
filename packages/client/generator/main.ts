import { readFile, writeFile } from 'node:fs/promises';

import { generate, readDocument } from './generate.ts';

/**
 * `npm run generate [-- FILE_OR_URL]` makes the generated files again: from the document of a platform
 * that it starts for a moment, or from the one that is named.
 */
const load = async (source: string | undefined): Promise<object> => {
  if (source === undefined) return readDocument();
  if (/^https?:/.test(source)) return (await (await fetch(source)).json()) as object;
  return JSON.parse(await readFile(source, 'utf8')) as object;
};

const files = await generate(await load(process.argv[2]));
for (const [name, content] of Object.entries(files)) {
  const file = new URL(`../${name}`, import.meta.url);
  await writeFile(file, content);
  process.stdout.write(`${file.pathname}: ${content.split('\n').length} lines\n`);
}
