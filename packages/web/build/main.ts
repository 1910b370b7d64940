import { resolve } from 'node:path';

import { buildConsole, buildPages } from './build-console.ts';

// `node build/main.ts FOLDER [statistics|reports|palette]` builds into a folder, for images.
const [folder = 'dist', what] = process.argv.slice(2);
const directory = resolve(folder);
const isOfPages = what === 'statistics' || what === 'reports' || what === 'palette';
await (isOfPages ? buildPages(what, directory) : buildConsole(directory));
