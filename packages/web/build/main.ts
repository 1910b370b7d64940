import { resolve } from 'node:path';

import { buildConsole, buildPages } from './build-console.ts';

// `node build/main.ts FOLDER [statistics|reports]` builds into a folder, for images.
const [folder = 'dist', what] = process.argv.slice(2);
const directory = resolve(folder);
await (what === 'statistics' || what === 'reports' ? buildPages(what, directory) : buildConsole(directory));
