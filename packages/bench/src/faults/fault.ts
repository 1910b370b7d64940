import type { Link, LinkMode } from './link.ts';
import type { Cluster } from './start-cluster.ts';

/** One thing that goes wrong. */
export interface Fault {
  name: string;
  /** False where this machine lacks what it takes. */
  applies?: (cluster: Cluster) => boolean;
  /** Requirement, for those who lack it. */
  takes?: string;
  /** True for something that is not a fault: no request may fail behind a balancer, as in production. */
  isHarmless?: boolean;
  /** Makes it go wrong; what it returns makes it right again. Without that, it heals by itself. */
  begin(cluster: Cluster): Promise<() => void | Promise<void>>;
}

/** For what heals by itself. */
export const nothing = (): void => undefined;

/** A link, or several, that do something else for a while. */
export const disturb = (
  name: string,
  find: (cluster: Cluster) => Pick<Link, 'set'> | undefined,
  mode: LinkMode,
): Fault => ({
  name,
  applies: (cluster) => find(cluster) !== undefined,
  takes: 'redis-server on the PATH',
  begin(cluster) {
    const link = find(cluster);
    link?.set(mode);
    return Promise.resolve(() => link?.set('open'));
  },
});
