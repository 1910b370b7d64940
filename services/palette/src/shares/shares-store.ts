import type { Database } from '@platform/database';

/** Kinds of linked records. */
export type ShareKind = 'palette' | 'theme';

/** A palette or theme that may have links. */
export interface SharePage {
  /** Number of the page, which its links belong to. */
  readonly page: number;
  readonly organisation: string;
}

export interface SharesStore {
  /** The page of a palette or theme of the organisation, made on first use. Null if there is none. */
  ensure(kind: ShareKind, organisation: string, id: string): Promise<SharePage | null>;
  /** The page of a palette or theme of any organisation, if it has ever had a link. */
  find(kind: ShareKind, id: string): Promise<SharePage | null>;
}

export const createSharesStore = (database: Database): SharesStore => {
  const find: SharesStore['find'] = async (kind, id) => {
    const { rows } = await database.raw<{ rows: { page: number; organisation: string }[] }>(
      `SELECT share_pages.id AS page, owner.organisation
       FROM share_pages JOIN ?? AS owner ON owner.id = share_pages.?? WHERE owner.id = ?`,
      [`${kind}s`, `${kind}_id`, id],
    );
    return rows[0] ?? null;
  };
  return {
    find,
    async ensure(kind, organisation, id) {
      await database.raw(
        `INSERT INTO share_pages (??) SELECT id FROM ?? WHERE id = ? AND organisation = ? ON CONFLICT DO NOTHING`,
        [`${kind}_id`, `${kind}s`, id, organisation],
      );
      const found = await find(kind, id);
      return found?.organisation === organisation ? found : null;
    },
  };
};
