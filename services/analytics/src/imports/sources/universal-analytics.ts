import type { ImportSource } from '../import-source.ts';
import { openGoogleReports } from './google-report.ts';

/** Reports of Universal Analytics, Google's program until 2024, as CSV. */
export const universalAnalytics: ImportSource = { id: 'universal_analytics', start: openGoogleReports };
