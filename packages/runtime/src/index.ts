export {
  loadConfig,
  processVariables,
  serviceVariables,
  settings,
  settingText,
  SetupError,
  tracingVariables,
} from './settings.ts';
export type { ProcessConfig, ServiceConfig } from './settings.ts';
export { readRedisLocation } from './redis-url.ts';
export type { RedisLocation } from './redis-url.ts';
export { createLogger, currentRequestId, inRequest, silentLogger } from './logger.ts';
export type { Logger } from './logger.ts';
export { addReadGauge, createMetrics, shareReading, wasStalled, watchStalls } from './metrics.ts';
export type { Metrics } from './metrics.ts';
export { makeFolder } from './make-folder.ts';
export { freePorts, PORT_IS_HELD, PORT_RELEASED, RELEASE_PORT, takeHeldPort } from './free-ports.ts';
export {
  comesLater,
  createLaterParts,
  LATER_PARTS,
  laterFlag,
  PROVIDE,
  provideLater,
} from './provide-later.ts';
export type { LaterPart, ProvideRequest } from './provide-later.ts';
export { giveBackMemory } from './give-back-memory.ts';
export { listen } from './listen.ts';
export type { ListeningServer } from './listen.ts';
export { answerInTime, DeadlineError, isTooLate, withDeadline } from './deadline.ts';
export { createBackgroundThread } from './background-thread.ts';
export type { BackgroundThread } from './background-thread.ts';
export { createFairQueue, createTurns, mapInTurns } from './fair-queue.ts';
export type { FairQueue, Turn } from './fair-queue.ts';
export { serveThread, ThreadError } from './serve-thread.ts';
export type { ThreadFault } from './serve-thread.ts';
export { createRepeatingJob } from './repeating-job.ts';
export type { RepeatingJob, RepeatingJobOptions } from './repeating-job.ts';
export {
  commandLineOf,
  listProcesses,
  processVersions,
  runProcess,
  runTask,
  shutDownGracefully,
  versionsIn,
  versionsName,
} from './run-process.ts';
export type {
  ProcessContext,
  ProcessOptions,
  RunningProcess,
  ShutDownStep,
  Versions,
} from './run-process.ts';
export type { QueueState } from './queue-state.ts';
export {
  createTrustsProxy,
  isAddressBlock,
  isInBlocks,
  isWithinBlocks,
  plainAddress,
} from './proxy-trust.ts';
export type { ProxyTrust, TrustsProxy } from './proxy-trust.ts';
