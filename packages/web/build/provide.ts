import { provideConsole, provideStatisticsPages } from './provide-console.ts';

// `node build/provide.ts statistics|console OTHER_CACHE` prints the folder with the built files.
const [kind, otherCache = ''] = process.argv.slice(2);
const provide = kind === 'statistics' ? provideStatisticsPages : provideConsole;
process.stdout.write(`${await provide(otherCache)}\n`);
