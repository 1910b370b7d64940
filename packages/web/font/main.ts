import { writeFile } from 'node:fs/promises';

import { makeFont } from './make-font.ts';

// `node font/main.ts` writes the font that the style sheets name.
await writeFile(new URL('../src/design/inter.woff2', import.meta.url), await makeFont());
