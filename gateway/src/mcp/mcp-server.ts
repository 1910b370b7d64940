import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

import type { CallPlatform } from './own-calls.ts';
import { createReadData, RefusedCall } from './tool.ts';
import { COLOR_TOOLS } from './tools/color-tools.ts';
import { REPORT_TOOLS } from './tools/report-tools.ts';
import { STATISTICS_TOOLS } from './tools/statistics-tools.ts';

const INSTRUCTIONS =
  'Website statistics, page reports and colour palettes of one organisation. Ids come from list_websites ' +
  'and from what the tools create. A refusal says what is missing, such as one of the key’s scopes.';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 1);

/** The MCP server for one request: each of its tools sends ordinary requests with the client's key. */
export const createMcpServer = (callPlatform: CallPlatform): McpServer => {
  const server = new McpServer(
    { name: 'design-and-analytics', title: 'Design and Analytics', version: '1' },
    { instructions: INSTRUCTIONS },
  );
  const read = createReadData(callPlatform);
  for (const { name, title, description, input, readOnly, run } of [
    ...STATISTICS_TOOLS,
    ...REPORT_TOOLS,
    ...COLOR_TOOLS,
  ])
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        annotations: {
          readOnlyHint: readOnly,
          destructiveHint: false,
          openWorldHint: name === 'report_page',
        },
      },
      async (given: unknown): Promise<CallToolResult> => {
        try {
          return { content: [{ type: 'text', text: textOf(await run(given as never, read)) }] };
        } catch (error) {
          if (!(error instanceof RefusedCall)) throw error;
          return { isError: true, content: [{ type: 'text', text: error.message }] };
        }
      },
    );
  return server;
};
