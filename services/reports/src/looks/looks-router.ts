import Joi from 'joi';
import { conflict } from '@platform/errors';
import { createRouter, endpoint, integerId, managementDialect, ok } from '@platform/http';
import type { ApiRouter } from '@platform/http';
import type { ClickTarget, PageLooks } from '../page/browser-facts.ts';
import type { ReportsService } from '../reports/reports-service.ts';

const hex = Joi.string().required();

const target = Joi.object({
  selector: Joi.string().allow('').required(),
  text_hash: Joi.string().allow('').required(),
  text: Joi.string().allow('').required(),
  box: Joi.object({
    x: Joi.number().integer().required(),
    y: Joi.number().integer().required(),
    width: Joi.number().integer().required(),
    height: Joi.number().integer().required(),
  }).required(),
}).meta({ component: 'ClickTarget' });

/** How a rendered page looks. */
const looksAnswerSchema = Joi.object()
  .meta({ component: 'ReportLooks' })
  .keys({
    run_id: Joi.number().integer().required(),
    colors: Joi.array()
      .items(
        Joi.object({
          hex,
          letters: Joi.number().integer().min(0).required(),
          area: Joi.number().min(0).max(1).required(),
        }).meta({ component: 'UsedColor' }),
      )
      .required(),
    pairs: Joi.array()
      .items(
        Joi.object({
          foreground: hex,
          background: hex,
          ratio: Joi.number().required(),
          needed: Joi.number().required(),
          passes: Joi.boolean().required(),
          letters: Joi.number().integer().min(0).required(),
          selector: Joi.string().allow('').required(),
        }).meta({ component: 'ColorPair' }),
      )
      .required(),
    targets: Joi.object({
      phone: Joi.array().items(target).required().description('Those in the picture of the phone'),
      desktop: Joi.array().items(target).required().description('Those in the picture of the desktop'),
    }).required(),
  });

const presentTarget = ({
  selector,
  hash,
  text,
  box: [x = 0, y = 0, width = 0, height = 0],
}: ClickTarget) => ({
  selector,
  text_hash: hash,
  text,
  box: { x, y, width, height },
});

const present = (runId: number, { colours, pairs, targets }: PageLooks) => {
  const whole = Math.max(1, ...colours.map(({ area }) => area));
  return {
    run_id: runId,
    colors: colours.map(({ hex, text, area }) => ({
      hex,
      letters: text,
      area: Number((area / whole).toFixed(4)),
    })),
    pairs: pairs.map((pair) => ({ ...pair, passes: pair.ratio >= pair.needed })),
    targets: {
      phone: targets.phone.map(presentTarget),
      desktop: targets.desktop.map(presentTarget),
    },
  };
};

/** `/api/v1/reports/{id}/looks` */
export const createLooksRouter = ({ reports }: { reports: Pick<ReportsService, 'show'> }): ApiRouter =>
  createRouter(managementDialect, 'Reports', [
    endpoint({
      method: 'GET',
      path: '/reports/:id/looks',
      operationId: 'reports.looks',
      summary: 'Show the colours and links of a rendered page',
      description:
        'What the last result saw: colours by how much there is of them, texts on their backgrounds with the contrast, and links and buttons with their places in the pictures. 409 unless the report is made with `render`, and for results of earlier versions.',
      scope: 'reports:read',
      params: { id: integerId('report') },
      errors: ['conflict'],
      responses: { 200: { description: 'Colours, pairs and links', data: looksAnswerSchema } },
      async handler({ caller, params: { id } }) {
        const { run } = await reports.show(caller.organisation, id);
        const looks = run?.facts?.browser?.looks;
        if (!run || !looks)
          throw conflict('This report has no rendered result that says how the page looks.');
        return ok(present(run.id, looks));
      },
    }),
  ]);
