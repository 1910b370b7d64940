// Loaded by `--import` into every process of a platform: on SIGWINCH it writes the files of which a
// function has run since the last time, a JSON list, into JOURNEY_FOLDER.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';

const folder = process.env['JOURNEY_FOLDER'] ?? '';
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** A module's own code runs when it is loaded, not when a request enters it. */
const isEntered = ({ functions }: Profiler.ScriptCoverage): boolean =>
  functions.some(
    ({ functionName, ranges: [range] }) =>
      (range?.count ?? 0) > 0 && !(functionName === '' && range?.startOffset === 0),
  );

process.on('SIGWINCH', () => {
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    const entered = result.filter(isEntered).map(({ url }) => url);
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(entered));
  });
});

// It listens.
writeFileSync(join(folder, `${process.pid}.listens`), '');
