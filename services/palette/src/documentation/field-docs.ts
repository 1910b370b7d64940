import type { FieldDocs } from '@platform/http';

import { COLOR_FIELDS } from './color-fields.ts';
import { EXPORT_FIELDS } from './export-fields.ts';
import { THEME_FIELDS } from './theme-fields.ts';

/** What the fields of this service mean, for the API reference. */
export const FIELD_DOCS: FieldDocs = { ...COLOR_FIELDS, ...EXPORT_FIELDS, ...THEME_FIELDS };
