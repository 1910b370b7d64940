import type { RollupSource } from '../statistics/rollup-source.ts';
import type { Answer, Days, Scope, StatisticsSource, World } from '../statistics/source.ts';
import type { Ask } from '@platform/pages/contract';

const scoped = (days: Days, { filters, segment }: Scope) => ({
  ...days,
  ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
  ...(segment !== undefined && { segment }),
});

/** The statistics of a public page: its service asks itself, the page asks its service. */
export const createPageSource = (
  ask: Ask,
  files: Pick<StatisticsSource, 'csv'> & { world(): Promise<World> },
): StatisticsSource => {
  const answer = <Data>(question: string, input: object = {}): Promise<Data> =>
    ask(question, input) as Promise<Data>;
  return {
    query: (question) => answer('query', question),
    live: () => answer('realtime'),
    properties: (days, scope) => answer('properties', scoped(days, scope)),
    segments: () => answer('segments'),
    annotations: (days) => answer('annotations', days),
    imported: () => answer('imported'),
    goals: (days, scope) => answer('goals', scoped(days, scope)),
    funnels: (days, scope) => answer('funnels', scoped(days, scope)),
    journeys: (page, days, scope) => answer('journeys', { ...scoped(days, scope), page }),
    returns: (days, scope) => answer('returns', scoped(days, scope)),
    vitals: (days, scope, dimension) => answer('vitals', { ...scoped(days, scope), dimension }),
    saveSegment: undefined,
    ...files,
  };
};

const nothing = (): Promise<readonly never[]> => Promise.resolve([]);

/** The statistics of a group's page: what belongs to one website isn't there. */
export const createGroupPageSource = (
  ask: Ask,
  files: Pick<StatisticsSource, 'csv'> & { world(): Promise<World> },
): Omit<RollupSource, 'forget'> => ({
  ...createPageSource(ask, files),
  byWebsite: (question) => ask('query', { ...question, dimensions: ['website'] }) as Promise<Answer>,
  properties: nothing,
  segments: nothing,
  annotations: nothing,
  imported: nothing,
  goals: nothing,
  funnels: nothing,
});
