import type { FieldDocs } from '@platform/http';

import { EVENT_FIELDS } from './event-fields.ts';
import { PLAUSIBLE_FIELDS } from './plausible-fields.ts';
import { RECORD_FIELDS } from './record-fields.ts';
import { STATS_FIELDS } from './stats-fields.ts';

/** What the fields of this service mean, for the API reference. */
export const FIELD_DOCS: FieldDocs = {
  ...RECORD_FIELDS,
  ...STATS_FIELDS,
  ...EVENT_FIELDS,
  ...PLAUSIBLE_FIELDS,
};
