import type { Naming } from './naming/name-tokens.ts';
import type { DesignToken, ValueToken } from './token.ts';
import { isColorToken } from './token.ts';

/** How web formats write a colour. */
export const COLOR_SYNTAXES = ['hex', 'rgb', 'oklch'] as const;
export type ColorSyntax = (typeof COLOR_SYNTAXES)[number];

/** Options that a format may support. One that it does not list is refused, not ignored. */
export const FORMAT_OPTIONS = ['color_syntax', 'p3', 'comments', 'references'] as const;
export type FormatOption = (typeof FORMAT_OPTIONS)[number];

/** The DTCG types beside `color`. */
export const VALUE_TYPES = [
  'dimension',
  'fontFamily',
  'fontWeight',
  'duration',
  'cubicBezier',
  'number',
  'strokeStyle',
  'border',
  'transition',
  'shadow',
  'gradient',
  'typography',
] as const;

/** Types that colour formats lack. */
export const COLORS_ONLY: Readonly<Record<string, string>> = Object.fromEntries(
  VALUE_TYPES.map((type) => [type, 'the format has colours only']),
);

/** The files of a format that needs several, by their paths. */
export type FileSet = ReadonlyMap<string, string>;
export type Rendered = string | Uint8Array | FileSet;

export interface RenderOptions extends Naming {
  /** The first part of every name: `brand` → `--brand-base`, `BrandColors.base`; none if empty. */
  readonly prefix: string;
  readonly colorSyntax: ColorSyntax;
  /**
   * Display P3 values beside the sRGB ones: for all colours (true), for none (false), or for those
   * outside sRGB (`auto`).
   */
  readonly p3: boolean | 'auto';
  readonly comments: boolean;
  /** The unit of lengths: as they are, or `rem` for all, with 16 pixels each. */
  readonly dimensions?: 'given' | 'rem';
  /** True if tokens come in one file, or in one for each group or mode. */
  readonly files?: 'one' | 'group' | 'mode';
}

/** True if a format can write a token that refers to another one as a reference. */
export const keepsReferences = ({ options }: Pick<ExportFormat, 'options'>): boolean =>
  options.includes('references');

/** A target that tokens are written for. Each is one file and one line in the registry. */
export interface ExportFormat {
  /** `^[a-z][a-z0-9-]*$`, stable. */
  readonly id: string;
  readonly title: string;
  /** The tool that reads the file. */
  readonly target: string;
  readonly mediaType: string;
  /** With its dot: `.css`, `.tokens.json`. */
  readonly extension: string;
  /** The target's documentation of the format. */
  readonly docs: string;
  /** True if it can represent tokens of every type, or only colours and skips the others. */
  readonly holds: 'colors' | 'all';
  readonly options: readonly FormatOption[];
  /** The DTCG types that it can't represent, each with the reason. Their tokens are left out and reported. */
  readonly lacks?: Readonly<Record<string, string>>;
  /** Says what a token loses if it can be represented only in part; null if nothing. */
  readonly loses?: (token: ValueToken) => string | null;
  /** True if it writes typography as CSS's `font`, which needs a separate token for letter spacing. */
  readonly writesFont?: true;
  /** The formats of an archive of several. */
  readonly parts?: readonly ExportFormat[];
  /** True if it takes long enough that clients are told the progress. */
  readonly hasSteps?: true;
  /** The file name without extension. Defaults to the prefix; some targets expect a type name. */
  readonly fileName?: (prefix: string) => string;
  /**
   * Renders the file, or several, which are sent as a ZIP. Pure: the same tokens and options give the
   * same bytes.
   * @param report called by formats with `hasSteps` with the share that is done, from 0 to 1
   * @throws `invalid` for tokens that the format can't represent; `name_collision` if two would
   * share a name
   */
  render(
    tokens: readonly DesignToken[],
    options: RenderOptions,
    report?: (done: number) => void,
  ): Rendered | Promise<Rendered>;
}

export interface FormatRegistry {
  readonly all: readonly ExportFormat[];
  get(id: string): ExportFormat | undefined;
}

/** Indexes formats by id. Throws at boot if two share an id or an id is malformed. */
export const createFormatRegistry = (all: readonly ExportFormat[]): FormatRegistry => {
  const byId = new Map<string, ExportFormat>();
  for (const format of all) {
    if (!/^[a-z][a-z0-9-]*$/.test(format.id)) throw new Error(`Malformed format id: ${format.id}`);
    if (byId.has(format.id)) throw new Error(`Two export formats share the id ${format.id}.`);
    byId.set(format.id, format);
  }
  return { all, get: (id) => byId.get(id) };
};

/** Tokens of a type that a file doesn't have, or not whole. */
export interface LeftOut {
  /** DTCG `$type`. */
  readonly type: string;
  readonly reason: string;
  /** How many tokens. */
  readonly count: number;
  /** The first of them. */
  readonly names: readonly string[];
}

/** As many as a reader needs to know which are meant. */
const MOST_NAMES = 10;

/** Tokens by type and reason, each once, though a theme may have it in several modes. */
const collectLosses = (losses: readonly (readonly [DesignToken, string])[]): LeftOut[] => {
  const groups = new Map<string, { type: string; reason: string; names: Set<string> }>();
  for (const [token, reason] of losses) {
    const type = isColorToken(token) ? 'color' : token.type;
    const key = JSON.stringify([type, reason]);
    const group = groups.get(key) ?? { type, reason, names: new Set<string>() };
    groups.set(key, group);
    group.names.add((token.mode === undefined ? token.path : token.path.slice(1)).join('.'));
  }
  return [...groups.values()].map(({ type, reason, names }) => ({
    type,
    reason,
    count: names.size,
    names: [...names].slice(0, MOST_NAMES),
  }));
};

/** The tokens that a format writes, and what it leaves out or writes only in part. */
export const splitTokens = (
  { lacks = {}, loses }: Pick<ExportFormat, 'lacks' | 'loses'>,
  tokens: readonly DesignToken[],
): { readonly kept: readonly DesignToken[]; readonly leftOut: readonly LeftOut[] } => {
  const losses: [DesignToken, string][] = [];
  const kept = tokens.filter((token) => {
    if (isColorToken(token)) return true;
    const reason = lacks[token.type];
    const part = reason ?? loses?.(token) ?? null;
    if (part !== null) losses.push([token, part]);
    return reason === undefined;
  });
  return { kept, leftOut: collectLosses(losses) };
};

/** The losses of several formats in one list, each with the formats that it occurs in. */
export const joinLosses = (byFormat: ReadonlyMap<string, readonly LeftOut[]>): LeftOut[] => {
  const joined = new Map<string, { loss: LeftOut; formats: string[] }>();
  for (const [format, losses] of byFormat)
    for (const loss of losses) {
      const key = JSON.stringify([loss.type, loss.reason, loss.names]);
      const known = joined.get(key) ?? { loss, formats: [] };
      known.formats.push(format);
      joined.set(key, known);
    }
  return [...joined.values()].map(({ loss, formats }) => ({
    ...loss,
    reason: `${formats.join(', ')}: ${loss.reason}`,
  }));
};
