import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { PageArtifacts } from '../../src/page/page-artifacts.ts';

/** The artifacts that `gather-corpus.ts` wrote to a folder, by file. */
export const corpusOf = (folder: string): readonly { file: string; artifacts: PageArtifacts }[] =>
  readdirSync(folder)
    .toSorted()
    .map((file) => ({
      file,
      artifacts: JSON.parse(readFileSync(join(folder, file), 'utf8')) as PageArtifacts,
    }));
