import type { Rating } from '../audit/rating.ts';

const COLORS: Record<Rating, string> = { good: '#1a7f37', decent: '#9a6700', bad: '#cf222e' };
const LABEL_WIDTH = 86;
const VALUE_WIDTH = 60;

/** A badge in SVG: “page report” and the score, in the rating’s colour. */
export const scoreBadge = (score: number | null, rating: Rating | null): string => {
  const value = score === null ? 'pending' : `${score} / 100`;
  const color = rating === null ? '#57606a' : COLORS[rating];
  const width = LABEL_WIDTH + VALUE_WIDTH;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="page report: ${value}">
<rect width="${LABEL_WIDTH}" height="20" fill="#24292f"/><rect x="${LABEL_WIDTH}" width="${VALUE_WIDTH}" height="20" fill="${color}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="${LABEL_WIDTH / 2}" y="14">page report</text><text x="${LABEL_WIDTH + VALUE_WIDTH / 2}" y="14">${value}</text>
</g></svg>\n`;
};
