import Joi from 'joi';

export type ExportFormat = 'csv' | 'json' | 'pdf';

export interface ExportReportQuery {
  format: ExportFormat;
}

export const exportReportSchema = Joi.object<ExportReportQuery>({
  format: Joi.string()
    .valid('csv', 'json', 'pdf')
    .default('json')
    .description('csv: one line per check; json: in the shape of Lighthouse’s result; pdf: the report page'),
});
