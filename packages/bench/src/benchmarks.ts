import { auditCpu } from './benchmarks/audit-cpu.ts';
import { exportsLatency } from './benchmarks/exports-latency.ts';
import { exportsMemory } from './benchmarks/exports-memory.ts';
import { gatewayFaults } from './benchmarks/gateway-faults.ts';
import { gatewayOverhead } from './benchmarks/gateway-overhead.ts';
import { idlePlatform } from './benchmarks/idle-platform.ts';
import { ingestBesideQuestions } from './benchmarks/ingest-beside-questions.ts';
import { ingestBytes } from './benchmarks/ingest-bytes.ts';
import { ingestGateway } from './benchmarks/ingest-gateway.ts';
import { ingestHistory } from './benchmarks/ingest-history.ts';
import { ingestScale } from './benchmarks/ingest-scale.ts';
import { ingestThroughput } from './benchmarks/ingest-throughput.ts';
import { costlyNeighbours } from './benchmarks/costly-neighbours.ts';
import { paletteColors } from './benchmarks/palette-colors.ts';
import { paletteCreation } from './benchmarks/palette-creation.ts';
import { paletteHostile } from './benchmarks/palette-hostile.ts';
import { productFiles } from './benchmarks/product-files.ts';
import { renderCpu } from './benchmarks/render-cpu.ts';
import { renderMemory } from './benchmarks/render-memory.ts';
import { renderMetrics } from './benchmarks/render-metrics.ts';
import { reportsThroughput } from './benchmarks/reports-throughput.ts';
import { requestJourneys } from './benchmarks/request-journeys.ts';
import { siteCrawl } from './benchmarks/site-crawl.ts';
import { statsSpeed } from './benchmarks/stats-speed.ts';
import { sweepsScale } from './benchmarks/sweeps-scale.ts';
import { trafficLoad } from './benchmarks/traffic-load.ts';
import { createRegistry } from './harness/registry.ts';

/** All benchmarks, in the order in which they are listed and run. */
export const benchmarks = createRegistry([
  gatewayOverhead,
  gatewayFaults,
  idlePlatform,
  ingestThroughput,
  ingestGateway,
  ingestBesideQuestions,
  ingestBytes,
  ingestScale,
  ingestHistory,
  statsSpeed,
  trafficLoad,
  sweepsScale,
  auditCpu,
  reportsThroughput,
  renderMetrics,
  renderCpu,
  renderMemory,
  siteCrawl,
  costlyNeighbours,
  paletteColors,
  paletteCreation,
  paletteHostile,
  exportsLatency,
  exportsMemory,
  productFiles,
  requestJourneys,
]);
