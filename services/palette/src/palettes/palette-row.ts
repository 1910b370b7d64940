import type { BaseColor, Palette, PaletteColor, ScaleSpec } from './palette.ts';

export interface PaletteRow {
  id: string;
  organisation: string;
  workspace_id: string;
  name: string | null;
  description: string | null;
  scale: ScaleSpec | null;
  base_color: BaseColor;
  harmony: string;
  colors: readonly PaletteColor[];
  warnings: readonly string[];
  created_at: Date;
  updated_at: Date | null;
  version: number;
  versioned_at: Date | null;
}

export const toPalette = (row: PaletteRow): Palette => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  description: row.description,
  scale: row.scale,
  baseColor: row.base_color,
  harmony: row.harmony,
  count: row.colors.length,
  colors: row.colors,
  warnings: row.warnings,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at ?? row.created_at,
});
