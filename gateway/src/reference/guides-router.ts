import { Router } from 'express';

import { readGuides } from './guides.ts';
import type { Guide } from './guides.ts';
import { serveText } from './serve-text.ts';

/** An index by https://llmstxt.org. */
const indexOf = (guides: readonly Guide[], publicUrl: string): string => {
  const base = publicUrl.replace(/\/+$/, '');
  const line = ({ name, title }: Guide): string => `- [${title}](${base}/docs/${name})`;
  const isDecision = ({ name }: Guide): boolean => name.startsWith('adr/');
  return `# Design and Analytics API

> Website statistics, page reports, and colour palettes with their exports, over HTTP with API keys.

## API

- [OpenAPI 3.1 document](${base}/openapi.json): every operation, field and error, with examples
- [API reference](${base}/docs): the same for people
- [MCP server](${base}/mcp): tools for assistants, by streamable HTTP, with the same keys

## Documentation

${guides
  .filter((guide) => !isDecision(guide))
  .map(line)
  .join('\n')}

## Optional

${guides.filter(isDecision).map(line).join('\n')}
`;
};

/** `/llms.txt`, and every page of `docs/` as Markdown below `/docs/`. */
export const createGuidesRouter = ({ publicUrl }: { publicUrl: string }): Router => {
  const router = Router({ caseSensitive: true });
  const guides = readGuides();
  const index = indexOf(guides, publicUrl);
  serveText(router, '/llms.txt', 'text/plain; charset=utf-8', index);
  for (const { name, text } of guides)
    serveText(router, `/docs/${name}`, 'text/markdown; charset=utf-8', text);
  return router;
};
