import { inAmbientTransaction } from '@platform/database';
import type { Database } from '@platform/database';

/** A visit that an owner takes for a bot’s, and the description of what is left out since. */
export interface Bot {
  readonly id: number;
  readonly websiteId: number;
  readonly visitId: string;
  /** On which the visit began, by the website’s calendar. */
  readonly day: string;
  readonly rule: string;
  readonly deletionId: number;
  /** The member or key that said so. */
  readonly keyId: string;
  readonly createdAt: Date;
  /** From then on the visit is deleted. */
  readonly undoUntil: Date;
  readonly undoneAt: Date | null;
  readonly undoneBy: string | null;
  /** Null as long as nothing is undone. */
  readonly visitKept: boolean | null;
}

interface BotRow {
  readonly id: string;
  readonly website_id: number;
  readonly visit_id: string;
  readonly first_day: string;
  readonly rule: string;
  readonly deletion_id: string;
  readonly key_id: string;
  readonly created_at: Date;
  readonly undo_until: Date;
  readonly undone_at: Date | null;
  readonly undone_by: string | null;
  readonly visit_kept: boolean | null;
}

const toBot = (row: BotRow): Bot => ({
  id: Number(row.id),
  websiteId: row.website_id,
  visitId: row.visit_id,
  day: row.first_day,
  rule: row.rule,
  deletionId: Number(row.deletion_id),
  keyId: row.key_id,
  createdAt: row.created_at,
  undoUntil: row.undo_until,
  undoneAt: row.undone_at,
  undoneBy: row.undone_by,
  visitKept: row.visit_kept,
});

export type NewBot = Pick<
  Bot,
  'websiteId' | 'visitId' | 'day' | 'rule' | 'deletionId' | 'keyId' | 'undoUntil'
>;

export interface BotsStore {
  /** Runs changes of several stores together: all of them hold, or none. */
  together<Result>(work: () => Promise<Result>): Promise<Result>;
  insert(bot: NewBot): Promise<Bot>;
  /** The latest first. */
  list(websiteId: number): Promise<readonly Bot[]>;
  /** Finds one, and keeps others from changing it until the transaction ends. */
  lock(websiteId: number, id: number): Promise<Bot | undefined>;
  undo(bot: Bot, by: string, visitKept: boolean): Promise<Bot>;
}

const COLUMNS = '*, day::text AS first_day, visit_id::text AS visit_id';
const LISTED = 200;

/** Bots by hand in PostgreSQL. */
export const createBotsStore = (database: Database): BotsStore => {
  const one = (rows: readonly BotRow[]): Bot => {
    const [row] = rows;
    if (!row) throw new Error('The bot was not stored.');
    return toBot(row);
  };
  const columns = () => database.raw(COLUMNS);
  return {
    together: (work) => inAmbientTransaction(database, work),
    insert: async (bot) =>
      one(
        await database('bots')
          .insert({
            website_id: bot.websiteId,
            visit_id: bot.visitId,
            day: bot.day,
            rule: bot.rule,
            deletion_id: bot.deletionId,
            key_id: bot.keyId,
            undo_until: bot.undoUntil,
          })
          .returning<BotRow[]>(columns()),
      ),
    list: async (websiteId) =>
      (
        await database('bots')
          .where({ website_id: websiteId })
          .orderBy('id', 'desc')
          .limit(LISTED)
          .select<BotRow[]>(columns())
      ).map(toBot),
    async lock(websiteId, id) {
      const rows = await database('bots')
        .where({ website_id: websiteId, id })
        .forUpdate()
        .select<BotRow[]>(columns());
      return rows[0] && toBot(rows[0]);
    },
    undo: async ({ id }, by, visitKept) =>
      one(
        await database('bots')
          .where({ id })
          .update({ undone_at: new Date(), undone_by: by, visit_kept: visitKept })
          .returning<BotRow[]>(columns()),
      ),
  };
};
