import type { Area } from '../routing-table.ts';
import type { ServiceArea } from '../service-areas.ts';
import { stateOf } from './instance.ts';
import type { AskedInstance, KnownInstance } from './instance.ts';
import { shownQueues } from './shown-queues.ts';
import type { ShownQueue } from './shown-queues.ts';

/** An instance as operators see it. */
export interface ShownInstance extends AskedInstance {
  area: Area;
  /** Null for the gateway that was asked. */
  known: KnownInstance | null;
}

export interface PlatformStatus {
  state: 'ok' | 'degraded' | 'down';
  instances: readonly ShownInstance[];
  queues: readonly ShownQueue[];
}

/** Asks an instance in the name of an operator. */
export type Ask = (area: ServiceArea, url: string) => Promise<AskedInstance>;

export interface StatusService {
  read(ask: Ask): Promise<PlatformStatus>;
}

export interface StatusServiceDeps {
  /** The services' instances, by area. */
  instances: () => Readonly<Record<ServiceArea, readonly KnownInstance[]>>;
  /** What this gateway knows of itself. */
  own: () => Promise<AskedInstance>;
}

const isServing = (instance: AskedInstance): boolean => ['ok', 'degraded'].includes(stateOf(instance));

/** A queue nobody can read, or nobody works on. Where workers can't be counted, nothing is said. */
const isStuck = ({ state }: ShownQueue): boolean => state === null || state.workers?.length === 0;

/** The worst of it: an area that nobody serves is down, anything less than well degrades. */
const stateOfAll = (areas: readonly (readonly ShownInstance[])[], queues: readonly ShownQueue[]) => {
  if (areas.some((instances) => !instances.some(isServing))) return 'down';
  const isWell = areas.flat().every((instance) => stateOf(instance) === 'ok') && !queues.some(isStuck);
  return isWell ? 'ok' : 'degraded';
};

/** Puts together what each process of the platform says of itself. */
export const createStatusService = ({ instances, own }: StatusServiceDeps): StatusService => ({
  async read(ask) {
    const areas: ShownInstance[][] = await Promise.all([
      own().then((asked) => [
        { area: 'gateway' as const, known: null, readiness: asked.readiness, process: asked.process },
      ]),
      ...Object.entries(instances()).map(([name, known]) => {
        const area = name as ServiceArea;
        return Promise.all(
          known.map(async (instance) => ({ area, known: instance, ...(await ask(area, instance.url)) })),
        );
      }),
    ]);
    const queues = areas.flatMap((of) => (of[0] ? shownQueues(of[0].area, of) : []));
    return { state: stateOfAll(areas, queues), instances: areas.flat(), queues };
  },
});
