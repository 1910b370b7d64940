import { created, createRouter, endpoint, envelopeDialect, ok } from '@platform/http';
import type { ApiRouter, Idempotency } from '@platform/http';

import { pageJson } from '../paging/page.ts';
import { pageSchema } from '../paging/paging-schema.ts';
import type { Workspace } from './workspace.ts';
import { createWorkspaceBody, listWorkspacesQuery, workspaceSchema } from './workspaces-schema.ts';
import type { WorkspacesService } from './workspaces-service.ts';

export interface WorkspacesRouterDeps {
  workspaces: WorkspacesService;
  idempotency: Idempotency;
}

const workspaceJson = (workspace: Workspace) => ({
  id: workspace.id,
  org_id: workspace.organisation,
  name: workspace.name,
  is_default: workspace.isDefault,
  created_at: workspace.createdAt.toISOString(),
});

export const createWorkspacesRouter = ({ workspaces, idempotency }: WorkspacesRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, 'Workspaces', [
    endpoint({
      method: 'GET',
      path: '/workspaces',
      summary: 'List all workspaces',
      description: 'Oldest first. Every organisation has a default workspace from the start.',
      scope: 'workspaces:read',
      query: listWorkspacesQuery,
      responses: { 200: { description: 'A page of workspaces', data: pageSchema(workspaceSchema) } },
      handler: async ({ query, caller }) =>
        ok(pageJson(await workspaces.list(caller.organisation, query), workspaceJson)),
    }),
    endpoint({
      method: 'POST',
      path: '/workspaces',
      summary: 'Create a workspace',
      scope: 'workspaces:write',
      idempotency,
      body: createWorkspaceBody,
      responses: { 201: { description: 'The new workspace', data: workspaceSchema } },
      handler: async ({ body, caller }) => {
        const workspace = await workspaces.create(caller.organisation, body);
        return created(workspaceJson(workspace), '/v1/workspaces');
      },
    }),
  ]);
