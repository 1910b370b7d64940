import { invalid, notFound } from '@platform/errors';
import type { Caller } from '@platform/identity';

import { addDays, localDay } from '../calendar/local-day.ts';
import type { DeletionsService } from '../deletions/deletions-service.ts';
import type { DeletionsStore, Preview } from '../deletions/deletions-store.ts';
import { VISITOR_TRAITS, visitorRule } from '../exclusions/rules/storage-rules.ts';
import type { VisitorTrait } from '../exclusions/rules/storage-rules.ts';
import type { Questions } from '../stats/questions.ts';
import type { Visit } from '../visits/visit.ts';
import type { VisitsStore } from '../visits/visits-store.ts';
import type { WebsitesService } from '../websites/websites-service.ts';
import type { Bot, BotsStore } from './bots-store.ts';

/** The visit of a bot, and by which of its traits others are told to be the same. */
export interface BotBody {
  readonly visit: string;
  readonly from: string;
  readonly traits?: readonly VisitorTrait[];
}

interface BotsServiceDeps {
  readonly store: BotsStore;
  readonly visits: Pick<VisitsStore, 'find'>;
  readonly questions: Pick<Questions, 'site'>;
  readonly deletions: Pick<DeletionsService, 'preview'>;
  readonly deletionsStore: Pick<DeletionsStore, 'insert' | 'cancel'>;
  readonly websites: Pick<WebsitesService, 'changeVisitorRules'>;
  readonly now: () => number;
}

interface PreviewedBot {
  readonly visit: Visit;
  readonly traits: readonly VisitorTrait[];
  readonly rule: string;
  readonly days: number;
  /** Visits of these days that fit the description. */
  readonly matching: Preview;
}

export interface BotsService {
  /** @throws AppError `not_found` for a visit that isn’t there, `invalid` for traits without a value */
  preview(caller: Caller, websiteId: number, body: BotBody): Promise<PreviewedBot>;
  /** @throws AppError like `preview`, and `invalid` for more descriptions than a website may have */
  create(caller: Caller, websiteId: number, body: BotBody): Promise<Bot>;
  list(caller: Caller, websiteId: number): Promise<readonly Bot[]>;
  /** Ends the description; the visit stays if its deletion hasn’t begun. Twice is the same as once. */
  undo(caller: Caller, websiteId: number, id: number): Promise<Bot>;
}

/** Traits that describe a program well enough, and no place smaller than a country. */
const USUAL: readonly VisitorTrait[] = [
  'country',
  'browser_version',
  'os_version',
  'device',
  'screen',
  'language',
];

const PREVIEWED_DAYS = 30;
/** How long a visit stays after it was called a bot’s. */
const GRACE_MS = 10 * 60_000;

/** The use cases of bots by hand. */
export const createBotsService = (deps: BotsServiceDeps): BotsService => {
  const { store, visits, questions, deletions, deletionsStore, websites, now } = deps;

  const read = async (caller: Caller, websiteId: number, body: BotBody) => {
    const site = await questions.site(caller.organisation, websiteId);
    const range = { from: body.from, to: body.from };
    const visit = await visits.find({ site, range, filter: { and: [] } }, body.visit);
    if (!visit) throw notFound('visit');
    const asked = body.traits ?? USUAL.filter((trait) => visit.values[trait] !== '');
    const traits = VISITOR_TRAITS.filter((trait) => asked.includes(trait));
    if (!traits.some((trait) => visit.values[trait] !== ''))
      throw invalid([{ field: 'traits', message: 'traits must name one that the visit has a value of' }]);
    return { site, range, visit, traits, rule: visitorRule(visit.values, traits) };
  };

  return {
    async preview(caller, websiteId, body) {
      const { site, visit, traits, rule } = await read(caller, websiteId, body);
      const today = localDay(site.timezone, now());
      const {
        pageviews,
        events,
        visits: count,
        visitors,
      } = await deletions.preview(caller, websiteId, {
        from: addDays(today, 1 - PREVIEWED_DAYS),
        to: addDays(today, 1),
        filters: traits.map((dimension) => ({
          dimension,
          operator: 'is' as const,
          values: [visit.values[dimension]],
        })),
      });
      const matching = { pageviews, events, visits: count, visitors };
      return { visit, traits, rule, days: PREVIEWED_DAYS, matching };
    },

    async create(caller, websiteId, body) {
      const { site, range, visit, rule } = await read(caller, websiteId, body);
      const { keyId, organisation } = caller;
      const undoUntil = new Date(now() + GRACE_MS);
      return store.together(async () => {
        await websites.changeVisitorRules(organisation, websiteId, (lines) => [...lines, rule]);
        const { id: deletionId } = await deletionsStore.insert({
          websiteId: site.id,
          range,
          filters: [{ dimension: 'visit', operator: 'is', values: [visit.id] }],
          keyId,
          notBefore: undoUntil,
        });
        const { from: day } = range;
        return store.insert({ websiteId, visitId: visit.id, day, rule, deletionId, keyId, undoUntil });
      });
    },

    async list({ organisation }, websiteId) {
      const site = await questions.site(organisation, websiteId);
      return store.list(site.id);
    },

    async undo({ organisation, keyId }, websiteId, id) {
      const site = await questions.site(organisation, websiteId);
      return store.together(async () => {
        const bot = await store.lock(site.id, id);
        if (!bot) throw notFound('bot');
        if (bot.undoneAt !== null) return bot;
        const isOfAnother = (await store.list(site.id)).some(
          (other) => other.id !== id && other.undoneAt === null && other.rule === bot.rule,
        );
        if (!isOfAnother)
          await websites.changeVisitorRules(organisation, site.id, (lines) =>
            lines.filter((line) => line !== bot.rule),
          );
        return store.undo(bot, keyId, await deletionsStore.cancel(bot.deletionId));
      });
    },
  };
};
