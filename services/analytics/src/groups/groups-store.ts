import { inTransaction, isForeignKeyViolation, isUniqueViolation } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

/** Websites that are counted together. */
export interface Group {
  readonly id: number;
  readonly name: string;
  /** Ids, ascending. */
  readonly websites: readonly number[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type NewGroup = Pick<Group, 'name' | 'websites'>;

export interface GroupsStore {
  /** @returns undefined if the organisation has a group of this name, null if a website is gone */
  insert(organisation: string, group: NewGroup): Promise<Group | undefined | null>;
  find(organisation: string, id: number): Promise<Group | undefined>;
  /** Finds a group of any organisation. */
  findAny(id: number): Promise<(Group & { readonly organisation: string }) | undefined>;
  /** By name. */
  list(organisation: string): Promise<readonly Group[]>;
  /** Like `insert`, for a group that `find` has found. */
  update(organisation: string, id: number, group: NewGroup): Promise<Group | undefined | null>;
  remove(organisation: string, id: number): Promise<boolean>;
}

interface GroupRow {
  readonly id: number;
  readonly organisation: string;
  readonly name: string;
  readonly websites: readonly number[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

const toGroup = ({ id, name, websites, created_at, updated_at }: GroupRow): Group => ({
  id,
  name,
  websites,
  createdAt: created_at,
  updatedAt: updated_at,
});

const WEBSITES =
  'ARRAY(SELECT website_id FROM website_group_members m WHERE m.group_id = g.id ORDER BY 1) AS websites';

/** Groups in PostgreSQL. */
export const createGroupsStore = (database: Database): GroupsStore => {
  const groups = (on: Database | Transaction, where: object): Promise<GroupRow[]> =>
    on('website_groups AS g').where(where).orderBy('name').select('g.*', on.raw(WEBSITES));

  /** Writes a group with its websites. */
  const write = async (
    websites: readonly number[],
    row: (transaction: Transaction) => Promise<{ readonly id: number }[]>,
  ): Promise<Group | undefined | null> => {
    try {
      return await inTransaction(database, async (transaction) => {
        const [written] = await row(transaction);
        if (!written) return undefined;
        const group_id = written.id;
        await transaction('website_group_members').where({ group_id }).delete();
        await transaction('website_group_members').insert(
          websites.map((website_id) => ({ group_id, website_id })),
        );
        const [found] = await groups(transaction, { id: group_id });
        return found && toGroup(found);
      });
    } catch (error) {
      if (isUniqueViolation(error, 'website_groups_name_unique')) return undefined;
      if (isForeignKeyViolation(error)) return null;
      throw error;
    }
  };

  return {
    insert: (organisation, { name, websites }) =>
      write(websites, (transaction) =>
        transaction('website_groups').insert({ organisation, name }).returning<{ id: number }[]>('id'),
      ),
    async find(organisation, id) {
      const [row] = await groups(database, { organisation, id });
      return row && toGroup(row);
    },
    async findAny(id) {
      const [row] = await groups(database, { id });
      return row && { ...toGroup(row), organisation: row.organisation };
    },
    list: async (organisation) => (await groups(database, { organisation })).map(toGroup),
    update: (organisation, id, { name, websites }) =>
      write(websites, (transaction) =>
        transaction('website_groups')
          .where({ organisation, id })
          .update({ name, updated_at: new Date() })
          .returning<{ id: number }[]>('id'),
      ),
    remove: async (organisation, id) =>
      (await database('website_groups').where({ organisation, id }).delete()) > 0,
  };
};
