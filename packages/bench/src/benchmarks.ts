import { reportsThroughput } from './benchmarks/reports-throughput.ts';
import { createRegistry } from './registry.ts';

/** All benchmarks, in the order in which they are listed and run. */
export const benchmarks = createRegistry([reportsThroughput]);
