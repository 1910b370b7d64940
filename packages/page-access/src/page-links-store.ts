import type { Database, Transaction } from '@platform/database';

/** A link that opens a closed page, as its owner sees it. */
export interface PageLink {
  readonly id: number;
  readonly name: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface PageLinksStore {
  insert(link: { pageId: number; name: string | null; expiresAt: Date }): Promise<PageLink>;
  /** True if the link is there; notes that it was used, once a minute at most. */
  use(pageId: number, id: number): Promise<boolean>;
  /** Links that have not expired, the newest first. */
  list(pageId: number, limit: number, offset: number): Promise<{ links: readonly PageLink[]; total: number }>;
  /** @returns false if there was no such link */
  remove(pageId: number, id: number): Promise<boolean>;
}

interface PageLinkRow {
  readonly id: number;
  readonly page_id: number;
  readonly name: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
}

const toLink = (row: PageLinkRow): PageLink => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
});

/** The table of links, where a service doesn't have several kinds of pages. */
const PAGE_LINKS = 'page_links';

/** Ends all links of a page: part of the change of its privacy or password, and of its removal. */
export const endPageLinks = async (
  transaction: Transaction,
  pageId: number,
  table = PAGE_LINKS,
): Promise<void> => {
  await transaction(table).where({ page_id: pageId }).delete();
};

/**
 * The table of the store, for the first migration of a service. Never change it: databases that have
 * the table don't notice. What it lacks is added by a migration of each service.
 * @param pages table of the pages, with whose rows the links go; the service removes them itself, if
 *   not given
 * @param table name of the table; a service with several kinds of pages has one for each
 */
export const pageLinksTable = (pages?: string, table = PAGE_LINKS): string => `
  CREATE TABLE ${table} (
    -- A link is signed, so ids may be counted through.
    id           integer GENERATED ALWAYS AS IDENTITY,
    page_id      integer NOT NULL${pages === undefined ? '' : ` REFERENCES ${pages} ON DELETE CASCADE`},
    created_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,
    -- Accurate to a minute; null until the first use.
    last_used_at timestamptz,
    name         text,
    PRIMARY KEY (page_id, id)
  );
`;

/** Links in PostgreSQL, in a table of the service: `page_links` unless given. */
export const createPageLinksStore = (database: Database, table = PAGE_LINKS): PageLinksStore => {
  const ofPage = (pageId: number) =>
    database<PageLinkRow>(table).where({ page_id: pageId }).whereRaw('expires_at > now()');
  return {
    async insert({ pageId, name, expiresAt }) {
      // Expired links leave when the next one comes: no job has to look for them.
      await database(table).where({ page_id: pageId }).whereRaw('expires_at <= now()').delete();
      const [row] = await database<PageLinkRow>(table)
        .insert({ page_id: pageId, name, expires_at: expiresAt })
        .returning('*');
      if (row === undefined) throw new Error('an insert returns its row');
      return toLink(row);
    },

    async use(pageId, id) {
      const row = await ofPage(pageId).where({ id }).first('last_used_at');
      if (row === undefined) return false;
      if (row.last_used_at === null || Date.now() - row.last_used_at.getTime() > 60_000)
        await database(table).where({ page_id: pageId, id }).update({ last_used_at: new Date() });
      return true;
    },

    async list(pageId, limit, offset) {
      const rows = await ofPage(pageId).orderBy('id', 'desc').limit(limit).offset(offset).select('*');
      const count = await ofPage(pageId).count<{ total: string }[]>({ total: '*' });
      return { links: rows.map(toLink), total: Number(count[0]?.total ?? 0) };
    },

    remove: async (pageId, id) => (await database(table).where({ page_id: pageId, id }).delete()) > 0,
  };
};
