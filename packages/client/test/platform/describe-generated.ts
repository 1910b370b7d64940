import { readFile } from 'node:fs/promises';

import { generate } from '../../generator/generate.ts';
import type { Stage } from './start.ts';

/** The committed files must be what the generator makes of the document of today. */
export const describeGenerated = (stage: () => Stage): void => {
  describe('what is generated', () => {
    it('matches the current document (otherwise: npm run generate in packages/client)', async () => {
      const document = (await (await fetch(`${stage().platform.url}/openapi.json`)).json()) as object;
      for (const [name, content] of Object.entries(await generate(document))) {
        const committed = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
        const stale = committed.split('\n').filter((line) => !content.includes(line));
        expect({ name, stale: stale.slice(0, 5) }).toEqual({ name, stale: [] });
        // Not `toBe`: a difference of thousands of lines would take Jest minutes to print.
        expect({ name, isEqual: committed === content }).toEqual({ name, isEqual: true });
      }
    });
  });
};
