import type { IsExcludedParam } from './exclude-params.ts';
import { splitLines } from './line-list.ts';
import { createNameMatcher } from './name-matcher.ts';

/** The query parameters that a website excludes. */
export interface ParamExclusions {
  readonly isExcludedParam: IsExcludedParam;
  /** The same without patterns: only a parameter named in full is lost as a campaign, too. */
  readonly isNamedParam: IsExcludedParam;
}

/** Compiles a website's `exclude_params`: a name or pattern per line. */
export const createParamExclusions = (text: string | null): ParamExclusions => {
  const lines = splitLines(text ?? '');
  return {
    isExcludedParam: createNameMatcher(lines),
    isNamedParam: createNameMatcher(lines.filter((line) => !line.includes('*'))),
  };
};
