import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often it is looked whether the process rests. */
const LOOK_MILLISECONDS = 10_000;
/** A process that used less of a core since the last look rests. */
const RESTING_SHARE = 0.03;
/** One that wakes up for a moment again and again isn't held up each time. */
const PAUSE_MILLISECONDS = 300_000;
/** A heap that has grown by as much is worth collecting, though nothing else has happened. */
const GROWTH = 1.5;

interface MemoryHost {
  /** Milliseconds of processor time so far. */
  readonly processorTime: () => number;
  /** Bytes that the heap takes from the machine. */
  readonly heapSize: () => number;
  /** Collects all garbage, and gives free pages back to the machine. */
  readonly collect: () => void;
}

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Collects all garbage of this process, and gives free pages back to the machine. */
export const collectGarbage = (): void => {
  // Node.js has no function for it without a flag of its command line.
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as Collect)({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
};

const thisProcess: MemoryHost = {
  processorTime: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  heapSize: () => process.memoryUsage().heapTotal,
  collect: collectGarbage,
};

/**
 * Makes the look at whether a process has something to give back: once when it rests after it has worked, and
 * again when its heap has grown a lot meanwhile. Whoever calls it does so every `LOOK_MILLISECONDS`.
 * @param now a clock in milliseconds
 */
export const createMemoryLook = (host: MemoryHost, now = performance.now.bind(performance)): (() => void) => {
  let [lookedAt, processorTime] = [now(), host.processorTime()];
  let hasWorked = true;
  let collectedAt = -Infinity;
  let collectedSize = Infinity;
  return () => {
    const [time, used] = [now(), host.processorTime()];
    const share = (used - processorTime) / (time - lookedAt);
    [lookedAt, processorTime] = [time, used];
    if (share >= RESTING_SHARE) {
      hasWorked = true;
      return;
    }
    if (!hasWorked && host.heapSize() < collectedSize * GROWTH) return;
    if (time - collectedAt < PAUSE_MILLISECONDS) return;
    host.collect();
    hasWorked = false;
    collectedSize = host.heapSize();
    // The collection is no work of the process.
    [lookedAt, processorTime] = [now(), host.processorTime()];
    collectedAt = lookedAt;
  };
};

/**
 * Gives memory back to the machine while the process rests. V8 keeps what the start or a busy hour took: half
 * of the memory of a service that nobody uses, for as long as it runs. The process stands still for about
 * a tenth of a second, when nobody has asked it for anything.
 */
export const giveBackMemory = (): void => {
  setInterval(createMemoryLook(thisProcess), LOOK_MILLISECONDS).unref();
};
