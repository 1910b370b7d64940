import { createExportsClient, exportMany } from '../exports/exports-client.ts';
import { startExportsStack } from '../exports/exports-stack.ts';
import type { BenchContext, Benchmark, Figure } from '../harness/benchmark.ts';

/** Text, Style Dictionary, a ZIP, a picture. */
const FORMATS = ['css', 'dtcg', 'tailwind-v4', 'ios-swift', 'android-xml', 'compose', 'scss', 'svg', 'png'];
const IN_FLIGHT = 50;
const READINGS = 10;

/**
 * The worker's memory after each tenth of the exports, in MB. The heap has grown to its working size
 * by the third reading; from there on it should stay flat.
 */
const memoryOver = async (exports: number, { cleanUp, log }: BenchContext): Promise<number[]> => {
  const stack = await startExportsStack('postgres', 1);
  cleanUp(() => stack.stop());
  const client = createExportsClient(stack);
  const made = await client('POST', '/v1/palettes', { base_color: '#336699', harmony: 'triadic', count: 10 });
  const readings: number[] = [];
  for (let reading = 1; reading <= READINGS; reading += 1) {
    await exportMany(client, made.body.data.id, FORMATS, IN_FLIGHT, exports / READINGS);
    const { resident, heap, external } = await stack.workerMemory();
    readings.push(resident / 1e6);
    const [all, objects, buffers] = [resident, heap, external].map((bytes) => (bytes / 1e6).toFixed(0));
    log(`${(exports * reading) / READINGS} exports: ${all} MB, heap ${objects} MB, external ${buffers} MB`);
  }
  return readings;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const exportsMemory: Benchmark = {
  id: 'exports-memory',
  title: "Memory of a token exports' worker",
  measures:
    'Resident memory of one worker over 50,000 exports that are all different, 50 at a time, in nine formats with pictures and ZIPs: the mean of the last three tenths beside that of the third to the fifth. `EXPORTS` changes their number.',
  limitSeconds: 7_200,
  async run(context) {
    const exports = Number(process.env['EXPORTS'] ?? (context.quick ? 500 : 50_000));
    const readings = await memoryOver(exports, context);
    const [early, late] = [mean(readings.slice(2, 5)), mean(readings.slice(-3))];
    return [
      { name: `after 30 to 50 % of ${exports} exports`, value: early, unit: 'MB' },
      { name: 'after 80 to 100 %', value: late, unit: 'MB' },
      { name: 'greatest', value: Math.max(...readings), unit: 'MB' },
      { name: 'late by early', value: late / early, unit: '', aim: { atMost: 1.1 } },
    ] satisfies Figure[];
  },
};
