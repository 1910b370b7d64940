import type { JudgedPage } from './criteria.ts';
import { findings, LEVELS, pathOf, placesOf } from './render-sarif.ts';

/** GitHub shows so many annotations of either kind for a step. */
const MOST = 10;

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/**
 * Workflow commands that show findings as annotations of GitHub Actions, what to fix first at the top.
 */
export const renderAnnotations = (pages: readonly JudgedPage[]): string => {
  const lines = pages.flatMap((page) =>
    findings(page)
      .toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity))
      .flatMap((check) =>
        placesOf(check).map(({ snippet, place }) => {
          const level = LEVELS[check.status] ?? 'warning';
          const where = [
            `file=${property(pathOf(page.url))}`,
            ...(place?.line == null ? [] : [`line=${place.line}`, `col=${place.column ?? 1}`]),
            `title=${property(check.title)}`,
          ];
          const text = `${page.url}: ${check.message}${snippet === null ? '' : `\n${snippet}`}`;
          return { level, line: `::${level} ${where.join(',')}::${escaped(text)}\n` };
        }),
      ),
  );
  return (['error', 'warning'] as const)
    .flatMap((kind) => lines.filter(({ level }) => level === kind).slice(0, MOST))
    .map(({ line }) => line)
    .join('');
};
