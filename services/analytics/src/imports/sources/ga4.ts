import type { ImportSource } from '../import-source.ts';
import { createVisitTally } from '../visit-tally.ts';
import { readBigQueryEvent } from './ga4-bigquery.ts';
import { openGoogleReports } from './google-report.ts';

/**
 * Google Analytics 4: reports as CSV (days, or days by one dimension each), and its export to BigQuery as
 * JSON, an event a line.
 */
export const ga4: ImportSource = {
  id: 'ga4',
  start: (target) => {
    const reports = openGoogleReports(target);
    const visits = createVisitTally(target);
    return {
      ...reports,
      openJson: () => (record, line) => {
        const hit = readBigQueryEvent(record, line, target);
        if (hit !== undefined) visits.add(hit);
      },
      async finish(signal) {
        await visits.finish(signal);
        await reports.finish(signal);
      },
    };
  },
};
