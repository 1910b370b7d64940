import { cursorPageQuery, nameSchema } from '@platform/http';
import type { CursorPageQuery } from '@platform/http';
import Joi from 'joi';

import { SCHEME_IDS } from './modes/material-schemes.ts';
import type { SchemeId } from './modes/material-schemes.ts';
import { LONGEST_ID, LONGEST_OLD_NAME, MOST_OLD_NAMES } from './theme-limits.ts';
import type { Json } from './theme.ts';

export interface CreateThemeBody {
  palette_id: string;
  name: string;
  tokens: { readonly [key: string]: Json };
  adjust: boolean;
  scheme?: SchemeId | null;
  renamed?: Readonly<Record<string, string>> | null;
  description?: string | null;
}

/** What the roles of a theme are derived from; what isn't given stays as it is stored. */
export interface DeriveThemeBody {
  tokens?: { readonly [key: string]: Json };
  adjust?: boolean;
  scheme?: SchemeId | null;
  renamed?: Readonly<Record<string, string>> | null;
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
  });

const recipe = {
  tokens: Joi.object().unknown(true).description('Replaces the tokens; the roles are derived again'),
  adjust: Joi.boolean(),
  scheme,
  renamed,
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
