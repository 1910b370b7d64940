export interface Place {
  /** Percent of the chart's width and height. */
  readonly x: number;
  readonly y: number;
}

export const round = (value: number): number => Math.round(value * 100) / 100;

/** Places without the gaps, in pieces of those that follow each other. */
export const piecesOf = (places: readonly (Place | null)[]): readonly (readonly Place[])[] => {
  const pieces: Place[][] = [[]];
  for (const place of places)
    if (place !== null) pieces.at(-1)?.push(place);
    else if (pieces.at(-1)?.length !== 0) pieces.push([]);
  return pieces.filter((piece) => piece.length > 0);
};

const linePath = (piece: readonly Place[]): string =>
  piece.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

export const linesPath = (places: readonly (Place | null)[]): string =>
  piecesOf(places).map(linePath).join('');

export const areaPath = (piece: readonly Place[]): string =>
  `${linePath(piece)}L${piece.at(-1)?.x ?? 0} 100L${piece[0]?.x ?? 0} 100Z`;
