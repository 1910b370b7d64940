import { cursorPageQuery, nameSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';
import { versionNumber } from '../palettes/versions-schema.ts';
import { SCHEME_IDS } from './modes/material-schemes.ts';
import type { SchemeId } from './modes/material-schemes.ts';
import { COLLISIONS } from './separate-names.ts';
import type { Collisions } from './separate-names.ts';
import type { Json } from './theme.ts';
import { UNRESOLVED } from './tokens/leave-out.ts';
import type { Unresolved } from './tokens/leave-out.ts';

const head = {
  id: Joi.string().required(),
  name: Joi.string().required(),
  description: Joi.string().allow(null, '').required(),
  palette_id: Joi.string().required(),
  workspace_id: Joi.string().required(),
  preview_url: Joi.string()
    .required()
    .description('A page that shows the theme; anyone with the link can open it'),
  created_at: Joi.string().isoDate().required(),
  updated_at: Joi.string().isoDate().required(),
};

/** A theme in a list. */
export const themeSummarySchema = Joi.object(head).meta({ component: 'ThemeSummary' });

const unit = Joi.number().min(0).max(1).required();

const roleSchema = Joi.object({
  hex: Joi.string()
    .pattern(/^#[0-9a-f]{6}$/)
    .required(),
  oklch: Joi.object({
    l: unit,
    c: Joi.number().min(0).required(),
    h: Joi.number().min(0).less(360).required(),
  }).required(),
  p3: Joi.object({ r: unit, g: unit, b: unit }).required(),
  alpha: unit.description('Opacity; roles are opaque unless the tokens set one that is not'),
  on: Joi.string()
    .allow(null)
    .required()
    .description('The role that this one is placed on; null for a background'),
  ratio: Joi.number().min(1).max(21).allow(null).required().description('The WCAG ratio there, rounded down'),
  required_ratio: Joi.number().allow(null).required(),
  apca: Joi.number()
    .min(-120)
    .max(120)
    .allow(null)
    .required()
    .description('APCA lightness contrast (Lc) on that role'),
  description: Joi.string().required(),
});

const modeSchema = Joi.object()
  .pattern(/^[a-z][a-z-]*$/, roleSchema)
  .required();

const modesSchema = Joi.object({
  light: modeSchema,
  dark: modeSchema,
  high_contrast: modeSchema,
  high_contrast_dark: modeSchema,
})
  .pattern(/^\S+$/u, modeSchema)
  .required()
  .description(
    'Colours by role, in the modes that every theme has and in those that its tokens bring. Derived on-roles reach AA on their background, and AAA in high contrast; a colour that the tokens set is kept, and `warnings` names what it misses',
  );

/** Roles that a theme would have. */
export const derivedThemeSchema = Joi.object({
  modes: modesSchema,
  warnings: Joi.array().items(Joi.string()).required(),
}).meta({ component: 'DerivedTheme' });

export const themeSchema = Joi.object()
  .meta({ component: 'Theme' })
  .keys({
    ...head,
    tokens: Joi.object().unknown(true).required().description('As sent by the client'),
    adjust: Joi.boolean().required(),
    scheme: Joi.string()
      .valid(...SCHEME_IDS)
      .allow(null)
      .required(),
    renamed: Joi.object()
      .pattern(Joi.string(), Joi.string())
      .required()
      .description('Earlier names of roles and tokens, each with the name that replaces it'),
    resolved_tokens: Joi.array()
      .items(
        Joi.object({
          path: Joi.string().required(),
          type: Joi.string().required(),
          value: Joi.any().required(),
          description: Joi.string().allow('', null).required(),
          modes: Joi.object()
            .pattern(Joi.string(), Joi.any())
            .description('Its values in modes, where they differ from `value`'),
        }),
      )
      .required()
      .description('Every token, with references resolved'),
    modes: modesSchema,
    resolver: Joi.object()
      .unknown(true)
      .required()
      .description('The whole theme as a DTCG 2025.10 resolver document'),
    warnings: Joi.array().items(Joi.string()).required(),
    version: Joi.number().integer().min(1).required().description('Grows when the roles are derived again'),
  });

/** How many old names a theme may have. */
export const MOST_OLD_NAMES = 1_000;

/** Longest name of a role or token among a theme's old names, in characters. */
export const LONGEST_OLD_NAME = 300;

/** Longest id in a request, in characters. */
export const LONGEST_ID = 100;

const text = Joi.string().required();
const ratio = Joi.number().min(1).max(21).required();
const paths = Joi.array().items(Joi.string()).required();

export const themeDiffSchema = Joi.object()
  .meta({ component: 'ThemeDiff' })
  .keys({
    from: versionNumber.required(),
    to: versionNumber.required(),
    changed: Joi.array()
      .items(
        Joi.object({
          mode: text,
          role: text,
          from: text,
          to: text,
          delta_e: Joi.number().min(0).required().description('ΔEOK'),
        }),
      )
      .required(),
    worse_contrast: Joi.array()
      .items(
        Joi.object({
          mode: text,
          role: text,
          on: text,
          from: ratio,
          to: ratio,
          required_ratio: ratio,
          passes: Joi.boolean().required(),
        }),
      )
      .required()
      .description('Roles whose ratio on their background fell'),
    tokens: Joi.object({ added: paths, removed: paths, changed: paths })
      .required()
      .description("Paths of the theme's own tokens"),
    renamed: Joi.array()
      .items(Joi.object({ from: text, to: text }))
      .required()
      .description('Names that were given up, each with the one that replaces it'),
  });

/** How the tokens of a request are read. */
export interface TokenOptions {
  collisions?: Collisions;
  unresolved?: Unresolved;
}

export interface CreateThemeBody {
  palette_id: string;
  name: string;
  tokens: { readonly [key: string]: Json };
  adjust: boolean;
  scheme?: SchemeId | null;
  renamed?: Readonly<Record<string, string>> | null;
  description?: string | null;
  options?: TokenOptions;
}

/** The body of a request as it leaves the reader: tokens and old names in JSON. */
export interface SentTheme {
  palette_id?: string;
  name?: string;
  description?: string | null;
  adjust?: boolean;
  scheme?: SchemeId | null;
  tokens?: string;
  renamed?: string;
  options?: TokenOptions;
}

/** Inputs that a theme's roles are derived from; missing ones stay as stored. */
export interface DeriveThemeBody {
  tokens?: { readonly [key: string]: Json };
  adjust?: boolean;
  scheme?: SchemeId | null;
  renamed?: Readonly<Record<string, string>> | null;
  options?: TokenOptions;
}

export interface UpdateThemeBody extends DeriveThemeBody {
  name?: string;
  description?: string | null;
}

const scheme = Joi.string()
  .valid(...SCHEME_IDS)
  .allow(null)
  .description(
    'A scheme of Material 3 that the secondary, tertiary and neutral colours come from, instead of the palette; the primary colour stays as it is',
  );

const tokenName = Joi.string().min(1).max(LONGEST_OLD_NAME);

const renamed = Joi.object()
  .pattern(tokenName, tokenName)
  .max(MOST_OLD_NAMES)
  .allow(null)
  .description(
    'Earlier names of roles and tokens, each with its current name: `{"cta": "primary", "color.old": "color.brand"}`. Exports write both, the earlier one as a deprecated reference to the current one',
  );

export const collisions = Joi.string()
  .valid(...COLLISIONS)
  .meta({ default: 'report' })
  .description(
    'What becomes of a token that exports would name like another one, or like a role in a mode: a sentence names both, or the token gets a number, and references follow',
  );

const options = Joi.object<TokenOptions>({
  collisions,
  unresolved: Joi.string()
    .valid(...UNRESOLVED)
    .meta({ default: 'error' })
    .description(
      'What becomes of tokens that can’t be resolved: the request is refused and names them all, or they are left out, which `warnings` says',
    ),
}).description('How `tokens` of this request are read; nothing of it is stored');

const description = Joi.string().max(1_000).allow(null, '').description('Free text');

export const createThemeBody = Joi.object<CreateThemeBody>()
  .meta({ component: 'CreateTheme' })
  .example({
    palette_id: 'pal_01h455vb4pex5vsknk084sn02q',
    name: 'Ocean',
    tokens: { color: { $type: 'color', brand: { $value: '{palette.0}' } } },
  })
  .keys({
    palette_id: Joi.string().max(LONGEST_ID).required(),
    name: nameSchema().required(),
    tokens: Joi.object()
      .unknown(true)
      .required()
      .description(
        'A token tree in DTCG 2025.10; CSS notation such as `#ff0000` and `4px` is accepted with a warning. `{palette.0}` and `{palette.base}` refer to colours of the palette. A colour token called `primary`, `secondary`, `tertiary`, `success`, `warning`, `error`, `info` or `neutral` (at the root or in the group `color`, `colors`, `role`, `brand` or `semantic`) sets that role, as does any colour at the root with the name of a role. It is kept in every mode. A token has other values in modes of any name by `"$extensions": {"mode": {"dark": "#0a0a0a"}}`.',
      ),
    adjust: Joi.boolean()
      .default(false)
      .description('Moves set colours in lightness until they reach their contrast, instead of keeping them'),
    scheme,
    renamed,
    description,
    options,
  });

const recipe = {
  tokens: Joi.object().unknown(true).description('Replaces the tokens; the roles are derived again'),
  adjust: Joi.boolean(),
  scheme,
  renamed,
  options,
};

export const deriveThemeBody = Joi.object<DeriveThemeBody>()
  .meta({ component: 'DeriveTheme' })
  .example({ tokens: { primary: '#00aa55' } })
  .keys(recipe);

export const updateThemeBody = Joi.object<UpdateThemeBody>()
  .meta({ component: 'UpdateTheme' })
  .example({ name: 'Deep ocean' })
  .keys({
    name: nameSchema(),
    description,
    ...recipe,
  })
  .min(1);

export interface ListThemesQuery extends CursorPageQuery {
  workspace_id?: string;
  palette_id?: string;
  search?: string;
}

export const listThemesQuery = Joi.object<ListThemesQuery>({
  ...cursorPageQuery,
  workspace_id: Joi.string().max(100).description('Only themes of this workspace'),
  palette_id: Joi.string().max(100).description('Only themes that use this palette'),
  search: Joi.string().max(100).description('Part of the name or the description'),
});
