import { inTransaction, isUniqueViolation } from '@platform/database';
import type { Database } from '@platform/database';

/** A container for palettes and themes of an organisation. */
export interface Workspace {
  /** TypeID `wsp_…`. */
  readonly id: string;
  readonly organisation: string;
  readonly name: string;
  /** The one used if a request names none. Every organisation has exactly one. */
  readonly isDefault: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface WorkspaceRow {
  id: string;
  organisation: string;
  name: string;
  is_default: boolean;
  created_at: Date;
  updated_at: Date | null;
}

/** The outcome of deleting a workspace. */
export type WorkspaceDeletion = 'deleted' | 'unknown' | 'default' | 'in-use';

export interface WorkspacesStore {
  /** Inserts a workspace. Resolves with false if the organisation has one of that name. */
  insert(workspace: Workspace): Promise<boolean>;
  /** Creates the default workspace unless there is one, and resolves with the existing one. */
  ensureDefault(workspace: Workspace): Promise<Workspace>;
  find(organisation: string, id: string): Promise<Workspace | null>;
  /** Renames a workspace. Resolves with the outcome, or the renamed workspace. */
  rename(organisation: string, id: string, name: string): Promise<Workspace | 'unknown' | 'taken'>;
  /** Deletes a workspace without palettes or, with `contentsToo`, the workspace and all in it. */
  delete(organisation: string, id: string, contentsToo: boolean): Promise<WorkspaceDeletion>;
  /** Oldest first, after the id `after`; those whose name has `search` in it, if given. */
  list(
    organisation: string,
    search: string | undefined,
    after: string | null,
    count: number,
  ): Promise<Workspace[]>;
}

const toWorkspace = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  organisation: row.organisation,
  name: row.name,
  isDefault: row.is_default,
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? row.created_at,
});

const toRow = (workspace: Workspace): WorkspaceRow => ({
  id: workspace.id,
  organisation: workspace.organisation,
  name: workspace.name,
  is_default: workspace.isDefault,
  created_at: workspace.createdAt,
  updated_at: null,
});

export const createWorkspacesStore = (database: Database): WorkspacesStore => {
  const table = () => database<WorkspaceRow>('workspaces');
  return {
    async insert(workspace) {
      try {
        await table().insert(toRow(workspace));
        return true;
      } catch (error) {
        if (isUniqueViolation(error, 'workspaces_name')) return false;
        throw error;
      }
    },
    async ensureDefault(workspace) {
      const { organisation } = workspace;
      const existing = () => table().where({ organisation, is_default: true }).first();
      const known = await existing();
      if (known) return toWorkspace(known);
      // If several processes get here at once, one inserts and the others wait and read its row.
      await table().insert(toRow(workspace)).onConflict().ignore();
      const row = await existing();
      if (!row) throw new Error(`The organisation ${organisation} got no default workspace.`);
      return toWorkspace(row);
    },
    async rename(organisation, id, name) {
      try {
        const [row] = await table()
          .where({ organisation, id })
          .update({ name, updated_at: new Date() })
          .returning('*');
        return row ? toWorkspace(row) : 'unknown';
      } catch (error) {
        if (isUniqueViolation(error, 'workspaces_name')) return 'taken';
        throw error;
      }
    },
    async find(organisation, id) {
      const row = await table().where({ organisation, id }).first();
      return row ? toWorkspace(row) : null;
    },
    delete: (organisation, id, contentsToo) =>
      inTransaction(database, async (transaction) => {
        // The lock excludes palettes being made in it at the same time.
        const row = await transaction<WorkspaceRow>('workspaces')
          .where({ organisation, id })
          .forUpdate()
          .first('is_default');
        if (!row) return 'unknown';
        if (row.is_default) return 'default';
        const inside = () => transaction('palettes').where({ workspace_id: id });
        if (contentsToo) {
          await transaction('themes').where({ workspace_id: id }).delete();
          await inside().delete();
        } else if (await inside().first<object | undefined>('id')) return 'in-use';
        await transaction('workspaces').where({ id }).delete();
        return 'deleted';
      }),
    async list(organisation, search, after, count) {
      const query = table().where({ organisation }).orderBy('id', 'asc').limit(count);
      if (search !== undefined) void query.whereRaw('strpos(lower(name), lower(?)) > 0', [search]);
      const rows = await (after === null ? query : query.where('id', '>', after));
      return rows.map(toWorkspace);
    },
  };
};
