import type { Input, Item, Output, Platform } from '@platform/client';

/** A question about a website, as the API takes it. */
export type Question = Input<'stats.query'>;
export type Answer = Output<'stats.query'>;
export type Row = Answer['rows'][number];
export type Metric = Question['metrics'][number];
export type Column = NonNullable<Input<'websites.goals.show'>['dimension']>;
export type Preset = Exclude<NonNullable<Question['date_range']>, object>;
export type Segment = Item<'websites.segments.list'>;
export type Goal = Item<'websites.goals.list'>;
export type Funnel = Item<'websites.funnels.list'>;
export type Annotation = Item<'websites.annotations.list'>;
export type Live = Output<'stats.realtime'>;
export type Journeys = Output<'websites.journeys'>;
export type Vitals = Output<'stats.vitals'>;
export type Returns = Output<'stats.returns'>;
export type PropertyName = Item<'stats.properties'>;

/** Days of the website's calendar, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Days that another program has counted, and kept as sums by day. */
export interface ImportedDays extends Days {
  readonly source: string;
}

/** The filter that everything on the page stands under. */
export type Filters = NonNullable<Question['filters']>;
export interface Scope {
  readonly filters: Filters;
  readonly segment: number | undefined;
}

/** Outlines of the countries, as paths of SVG in a drawing of this size. */
export interface World {
  readonly width: number;
  readonly height: number;
  readonly countries: readonly { readonly code: string; readonly path: string }[];
}

/**
 * Where the statistics of one website come from. Components know neither the client nor the
 * console's addresses, so a public page can draw them from data it holds.
 */
export interface StatisticsSource {
  query(question: Question): Promise<Answer>;
  /** All rows of a question as a CSV file. */
  csv(question: Question): Promise<Blob>;
  live(): Promise<Live>;
  properties(days: Days, scope: Scope): Promise<readonly PropertyName[]>;
  segments(): Promise<readonly Segment[]>;
  annotations(days: Days): Promise<readonly Annotation[]>;
  imported(): Promise<readonly ImportedDays[]>;
  goals(days: Days, scope: Scope): Promise<readonly Goal[]>;
  funnels(days: Days, scope: Scope): Promise<readonly Funnel[]>;
  journeys(page: string, days: Days, scope: Scope): Promise<Journeys>;
  vitals(days: Days, scope: Scope, by: 'page' | 'device'): Promise<Vitals>;
  /** Visitors who came again on the same day; absent where nobody asks for single visits. */
  readonly returns?: (days: Days, scope: Scope) => Promise<Returns>;
  world(): Promise<World>;
  /** Saves a segment; absent where the reader may not. */
  readonly saveSegment: ((name: string, filters: Filters) => Promise<Segment>) | undefined;
}

const KEPT_MILLISECONDS = 30_000;
const KEPT_ANSWERS = 100;

/** Keeps answers for half a minute, so that Back and a second look ask nothing again. */
export const createMemory = () => {
  const kept = new Map<string, { at: number; answer: Promise<unknown> }>();
  return <Data>(key: string, ask: () => PromiseLike<Data>): Promise<Data> => {
    const found = kept.get(key);
    if (found && Date.now() - found.at < KEPT_MILLISECONDS) return found.answer as Promise<Data>;
    const answer = Promise.resolve(ask());
    kept.delete(key);
    kept.set(key, { at: Date.now(), answer });
    for (const old of kept.keys()) if (kept.size > KEPT_ANSWERS) kept.delete(old);
    // A failure is asked again at once.
    answer.catch(() => kept.delete(key));
    return answer;
  };
};

let world: Promise<World> | undefined;

/** The world, which is the same for every website and doesn't change. */
export const loadWorld = (platform: Platform): Promise<World> => {
  world ??= platform
    .request({ method: 'GET', path: '/s/assets/world.json' })
    .then(({ body }) => body as World);
  world.catch(() => {
    world = undefined;
  });
  return world;
};

/** The statistics of a website of the platform. */
export const createPlatformSource = (
  platform: Platform,
  id: number,
  mayWrite: boolean,
): StatisticsSource & { forget(): void } => {
  let remember = createMemory();
  const key = (...parts: unknown[]): string => JSON.stringify(parts);
  const scoped = (days: Days, { filters, segment }: Scope) => ({
    ...days,
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(segment !== undefined && { segment }),
  });
  return {
    forget() {
      remember = createMemory();
    },
    query: (question) => remember(key('query', question), () => platform.stats.query(id, question)),
    csv: async (question) => (await platform.stats.query(id, question, { accept: 'text/csv' })).blob(),
    live: () => platform.stats.realtime(id),
    properties: (days, scope) =>
      remember(key('properties', days, scope), () => platform.stats.properties(id, scoped(days, scope))),
    segments: () => remember(key('segments'), () => platform.websites.segments.list(id)),
    annotations: (days) =>
      remember(key('annotations', days), () => platform.websites.annotations.list(id, days).all()),
    imported: () =>
      remember(key('imported'), async () =>
        (await platform.websites.imports.list(id)).flatMap(({ first_day: from, last_day: to, source }) =>
          from && to ? [{ from, to, source }] : [],
        ),
      ),
    goals: (days, scope) =>
      remember(key('goals', days, scope), () => platform.websites.goals.list(id, scoped(days, scope))),
    funnels: (days, scope) =>
      remember(key('funnels', days, scope), () => platform.websites.funnels.list(id, scoped(days, scope))),
    journeys: (page, days, scope) =>
      remember(key('journeys', page, days, scope), () =>
        platform.websites.journeys(id, { ...scoped(days, scope), page }),
      ),
    returns: (days, scope) =>
      remember(key('returns', days, scope), () => platform.stats.returns(id, scoped(days, scope))),
    vitals: (days, scope, dimension) =>
      remember(key('vitals', days, scope, dimension), () =>
        platform.stats.vitals(id, { ...scoped(days, scope), dimension }),
      ),
    world: () => loadWorld(platform),
    saveSegment: mayWrite
      ? async (name, filters) => {
          const segment = await platform.websites.segments.create(id, { name, filters });
          remember = createMemory();
          return segment;
        }
      : undefined,
  };
};
