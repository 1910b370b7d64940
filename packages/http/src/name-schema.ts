import Joi from 'joi';
import type { StringSchema } from 'joi';

/** Letters, digits, marks, punctuation, symbols: what leaves ink. */
const VISIBLE = /[^\p{Z}\p{C}]/u;
/**
 * Line breaks, ESC and the like; and marks that turn the direction of the text around them
 * (CVE-2021-42574).
 */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The one rule for names that people give: of keys, palettes, themes, workspaces, segments and so
 * on. At most 100 characters, at least one of them visible, on one line, and without characters
 * that change how the text around the name is shown in terminals, logs and pages. Optional; add
 * `.required()` where a name is needed.
 */
export const nameSchema = (): StringSchema =>
  Joi.string().max(100).pattern(VISIBLE).pattern(FORBIDDEN, { invert: true }).messages({
    'string.pattern.base': '{{#label}} must have a visible character',
    'string.pattern.invert.base': '{{#label}} must not contain control or direction characters',
  });
