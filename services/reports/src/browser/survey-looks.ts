import Joi from 'joi';

import type { PageLooks, ClickTarget } from '../page/looks.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { COLOURS_SCRIPT, MOST_COLOURS, MOST_PAIRS, MOST_TARGETS, TARGETS_SCRIPT } from './looks-script.ts';

/** Reads the links and buttons of the screen as it is now; none where the page keeps it from that. */
export const findTargets = (world: IsolatedWorld): Promise<ClickTarget[]> =>
  world.evaluate<ClickTarget[]>(TARGETS_SCRIPT).catch(() => []);

/** Reads the colours of a page; undefined where the page keeps it from that. */
export const findColours = (
  world: IsolatedWorld,
): Promise<Pick<PageLooks, 'colours' | 'pairs'> | undefined> =>
  world.evaluate<Pick<PageLooks, 'colours' | 'pairs'>>(COLOURS_SCRIPT).catch(() => undefined);

const hex = Joi.string()
  .pattern(/^#[0-9a-f]{6}$/)
  .required();
const amount = Joi.number().min(0).required();
const way = Joi.string().allow('').max(400).required();

const targets = Joi.array()
  .items(
    Joi.object({
      selector: way,
      hash: Joi.string().allow('').max(12).required(),
      text: Joi.string().allow('').max(80).required(),
      box: Joi.array().items(Joi.number()).length(4).required(),
    }),
  )
  .max(MOST_TARGETS)
  .required();

/**
 * The answer a renderer may give about a page's looks. It runs the page's code, and is trusted as
 * little.
 */
export const looksSchema: Joi.ObjectSchema<PageLooks> = Joi.object<PageLooks>({
  colours: Joi.array()
    .items(Joi.object({ hex, text: amount, area: amount }))
    .max(MOST_COLOURS)
    .required(),
  pairs: Joi.array()
    .items(
      Joi.object({
        foreground: hex,
        background: hex,
        ratio: Joi.number().min(1).max(21).required(),
        needed: Joi.number().valid(3, 4.5).required(),
        letters: amount,
        selector: way,
      }),
    )
    .max(MOST_PAIRS)
    .required(),
  targets: Joi.object({ phone: targets, desktop: targets }).required(),
});
