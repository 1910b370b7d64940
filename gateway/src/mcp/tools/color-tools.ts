import { setTimeout as wait } from 'node:timers/promises';

import { z } from 'zod';

import { defineTool, queryOf, RefusedCall } from '../tool.ts';
import type { Tool } from '../tool.ts';

interface Export {
  readonly id: string;
  readonly status: string;
  readonly error?: { readonly message: string } | null;
}

const PATIENCE_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 100;
const id = (path: string): string => encodeURIComponent(path);

/** Tools for colours: contrast, palettes, exports of tokens. */
export const COLOR_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'check_contrast',
    title: 'Check contrast',
    description:
      'Contrast of two colours by WCAG 2.2 and APCA, and the nearest colour that reaches the level.',
    input: {
      foreground: z.string().describe('Any CSS colour'),
      background: z.string().describe('Any CSS colour'),
      level: z.enum(['AA', 'AAA', 'AA-large', 'AAA-large']).optional(),
    },
    readOnly: true,
    run: (input, read) => read({ method: 'GET', path: `/v1/contrast?${queryOf(input)}` }),
  }),
  defineTool({
    name: 'create_palette',
    title: 'Create a palette',
    description: 'Creates and stores a palette from one colour: harmonious colours with names and roles.',
    input: {
      base_color: z.string().describe('Any CSS colour'),
      harmony: z.string().optional().describe('complementary, analogous, triadic, tetradic, tints, shades …'),
      count: z.number().int().min(1).max(20).optional(),
      name: z.string().optional(),
    },
    readOnly: false,
    run: (body, read) => read({ method: 'POST', path: '/v1/palettes', body }),
  }),
  defineTool({
    name: 'export_tokens',
    title: 'Export design tokens',
    description: 'A palette or a theme as a file of design tokens, for instance css, scss, tailwind, dtcg.',
    input: {
      palette_id: z.string().optional(),
      theme_id: z.string().optional(),
      format: z.string(),
      prefix: z.string().optional().describe('Prefix of every name'),
    },
    readOnly: false,
    run: async (body, read) => {
      let current = (await read({ method: 'POST', path: '/v1/tokens/export', body })) as Export;
      const until = Date.now() + PATIENCE_MILLISECONDS;
      while (current.status === 'queued' || current.status === 'processing') {
        if (Date.now() > until) return current;
        await wait(PAUSE_MILLISECONDS);
        current = (await read({
          method: 'GET',
          path: `/v1/tokens/${id(current.id)}/status?wait=5`,
        })) as Export;
      }
      if (current.status === 'failed') throw new RefusedCall(current.error?.message ?? 'The export failed.');
      return {
        ...current,
        content: await read({ method: 'GET', path: `/v1/tokens/${id(current.id)}/file` }),
      };
    },
  }),
];
