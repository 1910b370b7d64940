import { isUniqueViolation } from '@platform/database';
import type { Database } from '@platform/database';

import type { Workspace } from './workspace.ts';

interface WorkspaceRow {
  id: string;
  organisation: string;
  name: string;
  is_default: boolean;
  created_at: Date;
}

export interface WorkspacesStore {
  /** Keeps a new workspace. Resolves with false, and keeps nothing, where the organisation has one of that name. */
  insert(workspace: Workspace): Promise<boolean>;
  /** Keeps the default workspace unless there is one, and resolves with the one that there is then. */
  ensureDefault(workspace: Workspace): Promise<Workspace>;
  find(organisation: string, id: string): Promise<Workspace | null>;
  /** Oldest first, behind the id `after`. */
  list(organisation: string, after: string | null, count: number): Promise<Workspace[]>;
}

const toWorkspace = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  organisation: row.organisation,
  name: row.name,
  isDefault: row.is_default,
  createdAt: row.created_at,
});

const toRow = (workspace: Workspace): WorkspaceRow => ({
  id: workspace.id,
  organisation: workspace.organisation,
  name: workspace.name,
  is_default: workspace.isDefault,
  created_at: workspace.createdAt,
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
      // Of several processes that come here at once, one inserts; the others wait for it and read its row.
      await table().insert(toRow(workspace)).onConflict().ignore();
      const row = await existing();
      if (!row) throw new Error(`The organisation ${organisation} got no default workspace.`);
      return toWorkspace(row);
    },
    async find(organisation, id) {
      const row = await table().where({ organisation, id }).first();
      return row ? toWorkspace(row) : null;
    },
    async list(organisation, after, count) {
      const query = table().where({ organisation }).orderBy('id', 'asc').limit(count);
      const rows = await (after === null ? query : query.where('id', '>', after));
      return rows.map(toWorkspace);
    },
  };
};
