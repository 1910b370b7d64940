import { setImmediate } from 'node:timers/promises';
import type { ExportFormat } from './export-format.ts';
import { fileNameOf, renderFormat, zipFiles } from './write-file.ts';

/** Every other format in one ZIP, a folder each, because some share a file name. */
export const createAllFormat = (formats: readonly ExportFormat[]): ExportFormat => ({
  id: 'all',
  title: 'Every format (ZIP)',
  target: 'Teams that need several of them',
  mediaType: 'application/zip',
  extension: '.zip',
  docs: 'https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT',
  holds: 'all',
  options: ['color_syntax', 'p3', 'comments', 'references'],
  hasSteps: true,
  parts: formats,
  fileName: (prefix) => `${prefix}-all`,
  render: async (tokens, options, report) => {
    const files = new Map<string, string | Uint8Array>();
    for (const [place, format] of formats.entries()) {
      report?.(place / formats.length);
      // Gives the worker's other exports a turn, and lets the reported progress be sent.
      await setImmediate();
      const content = await renderFormat(format, tokens, options);
      if (content instanceof Map)
        for (const [path, text] of content as ReadonlyMap<string, string>)
          files.set(`${format.id}/${path}`, text);
      else files.set(`${format.id}/${fileNameOf(format, options.prefix)}`, content as string | Uint8Array);
    }
    return zipFiles(files);
  },
});
