import request from 'supertest';

import { clientOf, createPaletteHarness } from '../palette-harness.ts';

interface Resolved {
  path: string;
  type: string;
  value: Value;
  modes?: Record<string, Value>;
}

interface Value {
  hex?: string;
  alpha?: number;
  value?: number;
  unit?: string;
}

/** The service with a client that imports content, and makes a theme of what it gets. */
export const createImportClient = async () => {
  const harness = await createPaletteHarness();
  const client = await clientOf(harness);
  const palette = (await client.post('/v1/palettes', { base_color: '#3366cc' })).body.data.id as string;
  const post = (format: string | undefined, content: unknown) =>
    client.post('/v1/tokens/import', { format, content });
  return {
    post,
    postFiles: (files: object[]) => client.post('/v1/tokens/import', { files }),
    website: (url: string) => client.post('/v1/tokens/import/website', { url }),
    close: () => harness.close(),
    /** Imports content, makes a theme of it, and gives the theme's resolved tokens by their path. */
    async imported(format: string | undefined, content: unknown) {
      const answer = await post(format, content);
      expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      const { tokens, count, unresolved, changes } = answer.body.data;
      expect(unresolved).toEqual([]);
      const theme = await client.post('/v1/themes', { palette_id: palette, name: 'T', tokens });
      expect([theme.status, theme.body.error]).toEqual([201, undefined]);
      const resolved = theme.body.data.resolved_tokens as Resolved[];
      expect(resolved).toHaveLength(count);
      const shown = (value: Value) => value.hex ?? (value.unit ? `${value.value}${value.unit}` : value);
      return {
        changes,
        tokens,
        theme: theme.body.data,
        /** The theme's live style sheet, which has all modes. */
        styleSheet: async (): Promise<string> => {
          const { url } = (await client.post(`/v1/themes/${theme.body.data.id}/links`, {})).body.data;
          const { pathname, search } = new URL(url);
          return (
            await request(harness.pages)
              .get(pathname + search)
              .expect(200)
          ).text;
        },
        /** Values by path, and by mode and path where they differ: `dark bg`. */
        values: Object.fromEntries(
          resolved.flatMap(({ path, value, modes = {} }) => [
            [path, shown(value)],
            ...Object.entries(modes).map(([mode, own]) => [`${mode} ${path}`, shown(own)]),
          ]),
        ),
      };
    },
  };
};

export type ImportClient = Awaited<ReturnType<typeof createImportClient>>;
