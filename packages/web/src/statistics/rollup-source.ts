import type { Input, Item, Platform } from '@platform/client';

import type { Answer, Question, StatisticsSource } from './source.ts';
import { createMemory, loadWorld } from './source.ts';

export type RollupQuestion = Input<'stats.rollup'>;

export interface RollupSource extends StatisticsSource {
  /** The same with a row for each website. */
  byWebsite(question: Question): Promise<Answer>;
  forget(): void;
}

export type ChosenWebsite = Pick<Item<'websites.list'>, 'id' | 'domain'>;

/** Websites that can be counted at once. */
export const MOST_WEBSITES = 100;

const nothing = (): Promise<readonly never[]> => Promise.resolve([]);

const noPart = (): Promise<never> => Promise.reject(new Error('It is a part of one website only.'));

/** A question of one website as one of several. A segment belongs to one and isn't asked for. */
const together = (question: Question, websites: readonly number[]): RollupQuestion => {
  const { segment: _, ...rest } = question;
  return { ...rest, websites: [...websites] };
};

/**
 * The statistics of several websites as one. Goals, funnels, journeys, vitals, notes and segments are
 * those of one website: there are none here.
 */
export const createRollupSource = (platform: Platform, websites: readonly number[]): RollupSource => {
  let remember = createMemory();
  const ask = (question: RollupQuestion): Promise<Answer> =>
    remember(JSON.stringify(question), () => platform.stats.rollup(question));
  return {
    forget() {
      remember = createMemory();
    },
    query: (question) => ask(together(question, websites)),
    byWebsite: (question) => ask({ ...together(question, websites), dimensions: ['website'] }),
    csv: async (question) =>
      (await platform.stats.rollup(together(question, websites), { accept: 'text/csv' })).blob(),
    live: () => platform.stats.rollupRealtime({ websites: websites.join(',') }),
    world: () => loadWorld(platform),
    properties: nothing,
    segments: nothing,
    annotations: nothing,
    imported: nothing,
    goals: nothing,
    funnels: nothing,
    journeys: noPart,
    vitals: noPart,
    saveSegment: undefined,
  };
};
