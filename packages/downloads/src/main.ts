import { resolve } from 'node:path';

import { buildDownloads } from './build-downloads.ts';

// `node src/main.ts FOLDER` builds into a folder, for releases, images and `npm start`.
const [folder = 'dist'] = process.argv.slice(2);
for (const { file, bytes } of await buildDownloads(resolve(folder)))
  process.stdout.write(`${file} ${Math.ceil(bytes / 1024)} KB\n`);
