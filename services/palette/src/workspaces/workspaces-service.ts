import { conflict, forbidden, invalid, notFound } from '@platform/errors';
import { readCursorPage } from '@platform/http';
import type { CursorPage, CursorPageQuery, Cursors } from '@platform/http';
import { LRUCache } from 'lru-cache';
import { typeid } from 'typeid-js';

import type { WorkspacesStore, Workspace } from './workspaces-store.ts';

export interface ListWorkspacesQuery extends CursorPageQuery {
  org_id?: string;
  search?: string;
}

export interface CreateWorkspaceBody {
  name: string;
}

export interface UpdateWorkspaceBody {
  name: string;
}

export interface WorkspacesService {
  /** The organisation's workspaces, oldest first. @throws 403 for the id of another organisation */
  list(organisation: string, query: ListWorkspacesQuery): Promise<CursorPage<Workspace>>;
  /** @throws 400 if the organisation has a workspace of that name */
  create(organisation: string, body: CreateWorkspaceBody): Promise<Workspace>;
  /** Renames a workspace. @throws 404; 400 if the organisation has another one of that name */
  update(organisation: string, id: string, body: UpdateWorkspaceBody): Promise<Workspace>;
  /** @throws 404; 409 for the default workspace, or for one with palettes unless `cascade` is set */
  delete(organisation: string, id: string, cascade: boolean): Promise<void>;
  /** The id of the named workspace, or of the default one. @throws 404 if it is unknown */
  resolve(organisation: string, id: string | undefined): Promise<string>;
  /**
   * Makes the default workspace unless there is one. Requests that may need it ask for it before
   * their transaction begins: made in one, it would be unknown to the others that run, and gone if
   * that one is undone.
   */
  ensureDefault(organisation: string): Promise<void>;
}

export interface WorkspacesServiceDeps {
  store: WorkspacesStore;
  cursors: Cursors;
}

const nameTaken = () =>
  invalid([{ field: 'name', message: 'name is taken by another workspace of the organisation' }]);

const DEFAULT_NAME = 'Default';
/** How many organisations' default workspaces are cached; they never change. */
const REMEMBERED = 10_000;

export const createWorkspacesService = ({ store, cursors }: WorkspacesServiceDeps): WorkspacesService => {
  const defaults = new LRUCache<string, string>({ max: REMEMBERED });

  const make = (organisation: string, name: string, isDefault: boolean, now = new Date()): Workspace => ({
    id: typeid('wsp').toString(),
    organisation,
    name,
    isDefault,
    createdAt: now,
    updatedAt: now,
  });

  const defaultOf = async (organisation: string): Promise<string> => {
    const known = defaults.get(organisation);
    if (known !== undefined) return known;
    const { id } = await store.ensureDefault(make(organisation, DEFAULT_NAME, true));
    defaults.set(organisation, id);
    return id;
  };

  return {
    async ensureDefault(organisation) {
      await defaultOf(organisation);
    },
    async list(organisation, query) {
      if (query.org_id !== undefined && query.org_id !== organisation)
        throw forbidden('org_id is not the organisation of this key.');
      await defaultOf(organisation);
      const { search } = query;
      return readCursorPage(cursors, ['workspaces', organisation, search ?? ''], query, (after, count) =>
        store.list(organisation, search, after, count),
      );
    },
    async create(organisation, body) {
      // The default workspace first, so that nobody else takes its name.
      await defaultOf(organisation);
      // Normalized, so that two workspaces can't look alike.
      const workspace = make(organisation, body.name.trim().normalize('NFC'), false);
      if (!(await store.insert(workspace))) throw nameTaken();
      return workspace;
    },
    async update(organisation, id, body) {
      const renamed = await store.rename(organisation, id, body.name.trim().normalize('NFC'));
      if (renamed === 'unknown') throw notFound('workspace');
      if (renamed === 'taken') throw nameTaken();
      return renamed;
    },
    async delete(organisation, id, cascade) {
      const outcome = await store.delete(organisation, id, cascade);
      if (outcome === 'unknown') throw notFound('workspace');
      if (outcome === 'default')
        throw conflict("The organisation's default workspace can't be deleted.", {
          code: 'default_workspace',
        });
      if (outcome === 'in-use')
        throw conflict(
          'The workspace has palettes. Delete them first, or send cascade=true to delete them with it.',
          { code: 'workspace_in_use' },
        );
    },
    async resolve(organisation, id) {
      if (id === undefined) return defaultOf(organisation);
      if ((await store.find(organisation, id)) === null) throw notFound('workspace');
      return id;
    },
  };
};
