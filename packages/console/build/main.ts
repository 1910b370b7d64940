import { resolve } from 'node:path';

import { buildConsole } from './build-console.ts';

// `node build/main.ts FOLDER` builds into a folder, for images.
const [folder = 'dist'] = process.argv.slice(2);
await buildConsole(resolve(folder));
