import { forbidden, invalid, notFound } from '@platform/errors';
import { LRUCache } from 'lru-cache';
import { typeid } from 'typeid-js';

import type { Cursors } from '../paging/cursors.ts';
import { readPage } from '../paging/page.ts';
import type { CursorPage } from '../paging/page.ts';
import type { CreateWorkspaceBody, ListWorkspacesQuery } from './workspaces-schema.ts';
import type { WorkspacesStore } from './workspaces-store.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspacesService {
  /** The organisation's workspaces, oldest first. @throws 403 for the id of another organisation */
  list(organisation: string, query: ListWorkspacesQuery): Promise<CursorPage<Workspace>>;
  /** @throws 400 where the organisation has a workspace of that name */
  create(organisation: string, body: CreateWorkspaceBody): Promise<Workspace>;
  /** Id of the workspace that a request means: the named one, or else the default one. @throws 404 if it is unknown */
  resolve(organisation: string, id: string | undefined): Promise<string>;
}

export interface WorkspacesServiceDeps {
  store: WorkspacesStore;
  cursors: Cursors;
}

const DEFAULT_NAME = 'Default';
/** Organisations whose default workspace is remembered; it never changes. */
const REMEMBERED = 10_000;

export const createWorkspacesService = ({ store, cursors }: WorkspacesServiceDeps): WorkspacesService => {
  const defaults = new LRUCache<string, string>({ max: REMEMBERED });

  const make = (organisation: string, name: string, isDefault: boolean): Workspace => ({
    id: typeid('wsp').toString(),
    organisation,
    name,
    isDefault,
    createdAt: new Date(),
  });

  const defaultOf = async (organisation: string): Promise<string> => {
    const known = defaults.get(organisation);
    if (known !== undefined) return known;
    const { id } = await store.ensureDefault(make(organisation, DEFAULT_NAME, true));
    defaults.set(organisation, id);
    return id;
  };

  return {
    async list(organisation, query) {
      if (query.org_id !== undefined && query.org_id !== organisation)
        throw forbidden('This key belongs to another organisation than org_id.');
      await defaultOf(organisation);
      return readPage(cursors, ['workspaces', organisation], query, (after, count) =>
        store.list(organisation, after, count),
      );
    },
    async create(organisation, body) {
      // First the default one, so that nobody else takes its name.
      await defaultOf(organisation);
      // One spelling of `é`, or two workspaces would look alike.
      const workspace = make(organisation, body.name.trim().normalize('NFC'), false);
      if (!(await store.insert(workspace)))
        throw invalid([{ field: 'name', message: 'name is taken by another workspace of the organisation' }]);
      return workspace;
    },
    async resolve(organisation, id) {
      if (id === undefined) return defaultOf(organisation);
      if ((await store.find(organisation, id)) === null) throw notFound('workspace');
      return id;
    },
  };
};
