import { resolve } from 'node:path';

import { buildConsole, buildStatisticsPages } from './build-console.ts';

// `node build/main.ts FOLDER [statistics]` builds into a folder, for images.
const [folder = 'dist', what] = process.argv.slice(2);
await (what === 'statistics' ? buildStatisticsPages : buildConsole)(resolve(folder));
