import type { ClusterStore, Placement } from './cluster-store.ts';

export interface Placements {
  /** True on a Citus cluster. Answers synchronously once it is known. */
  readonly isDistributed: () => boolean | Promise<boolean>;
  /** Where a website's rows are written. Answers synchronously when it is remembered. */
  readonly of: (websiteId: number) => Placement | Promise<Placement>;
  /** Forgets everything: the tables may be laid out differently now. */
  forget(): void;
}

export interface PlacementsOptions {
  readonly store: Pick<ClusterStore, 'isDistributed' | 'placementsOf'>;
}

/** On one server, all websites are written together. */
const TOGETHER: Placement = { group: 0, node: 0 };

/** Remembers where the rows of websites are. */
export const createPlacements = ({ store }: PlacementsOptions): Placements => {
  let layout: boolean | Promise<boolean> | undefined;
  let known = new Map<number, Placement>();

  const askLayout = (): Promise<boolean> => {
    const asked = store.isDistributed().then(
      (isDistributed) => {
        if (layout === asked) layout = isDistributed;
        return isDistributed;
      },
      (error: unknown) => {
        if (layout === asked) layout = undefined;
        throw error;
      },
    );
    return asked;
  };
  const isDistributed = (): boolean | Promise<boolean> => (layout ??= askLayout());

  const find = async (websiteId: number): Promise<Placement> => {
    if (!(await isDistributed())) return TOGETHER;
    const places = known;
    const placement = (await store.placementsOf([websiteId])).get(websiteId);
    if (!placement) throw new Error(`Citus has no shard for the website ${websiteId}.`);
    places.set(websiteId, placement);
    return placement;
  };

  return {
    isDistributed,
    of: (websiteId) => (layout === false ? TOGETHER : (known.get(websiteId) ?? find(websiteId))),
    forget() {
      layout = undefined;
      known = new Map();
    },
  };
};
