import {
  created,
  createRouter,
  cursorPageJson,
  cursorPageSchema,
  deleted,
  endpoint,
  envelopeDialect,
  ok,
  typeId,
  cursorPageQuery,
  nameSchema,
} from '@platform/http';
import type { ApiRouter } from '@platform/http';
import Joi from 'joi';

import type { Workspace } from './workspaces-store.ts';
import type {
  CreateWorkspaceBody,
  ListWorkspacesQuery,
  UpdateWorkspaceBody,
  WorkspacesService,
} from './workspaces-service.ts';

interface DeleteWorkspaceQuery {
  cascade: boolean;
}

const deleteWorkspaceQuery = Joi.object<DeleteWorkspaceQuery>({
  cascade: Joi.boolean().default(false).description('Also delete the palettes and themes in it'),
});

const listWorkspacesQuery = Joi.object<ListWorkspacesQuery>({
  ...cursorPageQuery,
  org_id: Joi.string().max(100).description('Id of the organisation, which must be your own'),
  search: Joi.string().max(100).description('Part of the name'),
});

const createWorkspaceBody = Joi.object<CreateWorkspaceBody>()
  .meta({ component: 'CreateWorkspace' })
  .example({ name: 'Marketing' })
  .keys({
    name: nameSchema().required().description('Unique in the organisation, ignoring case'),
  });

const updateWorkspaceBody = Joi.object<UpdateWorkspaceBody>()
  .meta({ component: 'UpdateWorkspace' })
  .example({ name: 'Brand' })
  .keys({
    name: nameSchema().required().description('Unique in the organisation, ignoring case'),
  });

const workspaceSchema = Joi.object().meta({ component: 'Workspace' }).keys({
  id: Joi.string().required(),
  org_id: Joi.string().required(),
  name: Joi.string().required(),
  is_default: Joi.boolean().required(),
  created_at: Joi.string().isoDate().required(),
  updated_at: Joi.string().isoDate().required(),
});

export interface WorkspacesRouterDeps {
  workspaces: WorkspacesService;
}

const workspaceJson = (workspace: Workspace) => ({
  id: workspace.id,
  org_id: workspace.organisation,
  name: workspace.name,
  is_default: workspace.isDefault,
  created_at: workspace.createdAt.toISOString(),
  updated_at: workspace.updatedAt.toISOString(),
});

const TAG_DESCRIPTION = 'Palettes and themes are kept in workspaces; every organisation has a default one.';

export const createWorkspacesRouter = ({ workspaces }: WorkspacesRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, { name: 'Workspaces', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/workspaces',
      summary: 'List all workspaces',
      description: 'Oldest first. Every organisation has a default workspace from the start.',
      scope: 'workspaces:read',
      query: listWorkspacesQuery,
      responses: { 200: { description: 'A page of workspaces', data: cursorPageSchema(workspaceSchema) } },
      handler: async ({ query, caller }) =>
        ok(cursorPageJson(await workspaces.list(caller.organisation, query), workspaceJson)),
    }),
    endpoint({
      method: 'POST',
      path: '/workspaces',
      summary: 'Create a workspace',
      scope: 'workspaces:write',
      body: createWorkspaceBody,
      responses: { 201: { description: 'The new workspace', data: workspaceSchema } },
      prepare: ({ caller }) => workspaces.ensureDefault(caller.organisation),
      handler: async ({ body, caller }) => {
        const workspace = await workspaces.create(caller.organisation, body);
        return created(workspaceJson(workspace), '/v1/workspaces');
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/workspaces/:id',
      summary: 'Rename a workspace',
      scope: 'workspaces:write',
      params: { id: typeId('wsp', 'workspace') },
      body: updateWorkspaceBody,
      responses: { 200: { description: 'The renamed workspace', data: workspaceSchema } },
      handler: async ({ params, body, caller }) =>
        ok(workspaceJson(await workspaces.update(caller.organisation, params.id, body))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/workspaces/:id',
      summary: 'Delete a workspace',
      scope: 'workspaces:write',
      params: { id: typeId('wsp', 'workspace') },
      query: deleteWorkspaceQuery,
      responses: { 200: { description: 'Deleted', kind: 'deleted' } },
      handler: async ({ params, query, caller }) => {
        await workspaces.delete(caller.organisation, params.id, query.cascade);
        return deleted(params.id, 'workspace');
      },
    }),
  ]);
