import { paletteColors } from './benchmarks/palette-colors.ts';
import { paletteCreation } from './benchmarks/palette-creation.ts';
import { auditCpu } from './benchmarks/audit-cpu.ts';
import { reportsThroughput } from './benchmarks/reports-throughput.ts';
import { trafficLoad } from './benchmarks/traffic-load.ts';
import { createRegistry } from './registry.ts';

/** All benchmarks, in the order in which they are listed and run. */
export const benchmarks = createRegistry([
  trafficLoad,
  auditCpu,
  reportsThroughput,
  paletteColors,
  paletteCreation,
]);
