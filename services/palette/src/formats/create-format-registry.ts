import type { ExportFormat } from './export-format.ts';

export interface FormatRegistry {
  readonly all: readonly ExportFormat[];
  get(id: string): ExportFormat | undefined;
}

/** Indexes formats by id. Throws at boot if two share an id or an id is malformed. */
export const createFormatRegistry = (all: readonly ExportFormat[]): FormatRegistry => {
  const byId = new Map<string, ExportFormat>();
  for (const format of all) {
    if (!/^[a-z][a-z0-9-]*$/.test(format.id)) throw new Error(`Malformed format id: ${format.id}`);
    if (byId.has(format.id)) throw new Error(`Two export formats share the id ${format.id}.`);
    byId.set(format.id, format);
  }
  return { all, get: (id) => byId.get(id) };
};
