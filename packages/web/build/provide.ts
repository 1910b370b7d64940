import { provide } from './provide-console.ts';

// `node build/provide.ts statistics|reports|palette|console OTHER_CACHE` prints the folder with the built files.
const [name, otherCache = ''] = process.argv.slice(2);
const kind = name === 'statistics' || name === 'reports' || name === 'palette' ? name : 'console';
process.stdout.write(`${await provide(kind, otherCache)}\n`);
