import { explainDatabaseFailure } from '../src/start-database.ts';

it.each([
  [
    'data of another version',
    'FATAL:  database files are incompatible with server\nDETAIL:  The data directory was initialized by PostgreSQL version 17, which is not compatible',
    /another PostgreSQL version.*npm run restore/,
  ],
  [
    'a broken log',
    'PANIC:  could not locate a valid checkpoint record at 0/18',
    /write-ahead log in \/data is broken/,
  ],
  ['a full disk', 'FATAL:  could not write lock file: No space left on device', /disk of \/data is full/],
  [
    'a disk that becomes full in the middle of a page',
    'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9',
    /disk of \/data is full/,
  ],
  [
    'a disk without room for the first file',
    'ENOSPC: no space left on device, mkdtemp',
    /disk of \/data is full/,
  ],
  [
    'what a killed server left',
    'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use\nHINT:  Terminate any old server processes',
    /was killed, and one of its processes is still running there/,
  ],
  [
    'an unusable socket',
    'x\n2026-11-22 FATAL:  could not create any TCP/IP sockets',
    /^PostgreSQL did not start: could not create/,
  ],
])('says how to recover in one line: %s', (_, printed, expected) => {
  const line = explainDatabaseFailure(printed, '/data');
  expect(line).toMatch(expected);
  expect(line).not.toContain('\n');
});
