import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/**
 * The code blocks of a language below a heading of a page, each as it would be pasted.
 * @throws when there are none, as the page has changed then
 */
export const readBlocks = (page: string, heading: string, language: string): string[] => {
  const text = readFileSync(new URL(page, root), 'utf8');
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const [own = ''] = section.split(/^## /m);
  const blocks = [...own.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );
  if (blocks.length === 0) throw new Error(`${page} has no ${language} below "${heading}".`);
  return blocks;
};
