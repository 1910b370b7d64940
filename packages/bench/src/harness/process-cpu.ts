import { statOf, treeOf } from './process-tree.ts';

const TICKS_PER_SECOND = 100;

const microseconds = (ticks: readonly (string | undefined)[]): number =>
  (ticks.reduce((sum, value) => sum + Number(value), 0) / TICKS_PER_SECOND) * 1e6;

/** Processor time a process has used, in microseconds (Linux). */
export const cpuOf = async (pid: number): Promise<number> => microseconds((await statOf(pid)).slice(10, 12));

/** The same, including all descendants, even those that have ended. */
export const cpuOfTree = async (pid: number): Promise<number> =>
  (await treeOf(pid)).reduce((sum, { stat }) => sum + microseconds(stat.slice(10, 14)), 0);
