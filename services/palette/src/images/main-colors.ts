import type { Oklab, Rgb } from '../color/color.ts';
import { deltaEok } from '../color/oklab.ts';
import type { Weighted } from './bins.ts';
import { importance, binned } from './bins.ts';

/** A main colour of an image: one that occurs in it, and its share of the pixels. */
export interface MainColor {
  readonly rgb: Rgb;
  readonly share: number;
}

const ROUNDS = 12;

/** Starting points far from each other, the most important colour first. */
const seedsOf = (colors: readonly Weighted[], count: number): Oklab[] => {
  const seeds: Oklab[] = [];
  const distances = colors.map(() => Number.POSITIVE_INFINITY);
  while (seeds.length < Math.min(count, colors.length)) {
    let best = -1;
    let bestScore = -1;
    colors.forEach((color, place) => {
      const distance = seeds.length === 0 ? 1 : (distances[place] ?? 0);
      const score = Math.sqrt(importance(color)) * distance;
      if (score > bestScore) [best, bestScore] = [place, score];
    });
    const seed = colors[best]?.lab;
    if (seed === undefined || bestScore <= 0) break;
    seeds.push(seed);
    colors.forEach(({ lab }, place) => {
      distances[place] = Math.min(distances[place] ?? 0, deltaEok(lab, seed));
    });
  }
  return seeds;
};

const nearest = (lab: Oklab, centers: readonly Oklab[]): number => {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  centers.forEach((center, place) => {
    const distance = deltaEok(lab, center);
    if (distance < bestDistance) [best, bestDistance] = [place, distance];
  });
  return best;
};

const centerOf = (members: readonly Weighted[]): Oklab => {
  const total = members.reduce((sum, member) => sum + importance(member), 0);
  const mean = (part: keyof Oklab): number =>
    members.reduce((sum, member) => sum + member.lab[part] * importance(member), 0) / total;
  return { l: mean('l'), a: mean('a'), b: mean('b') };
};

/**
 * The main colours of an image, by k-means in OKLab: at most `count`, the most important first.
 * Each is a colour of the image, not a blend. Deterministic.
 */
export const mainColors = (pixels: readonly Rgb[], count: number): MainColor[] => {
  const colors = binned(pixels);
  let centers = seedsOf(colors, count);
  let clusters: Weighted[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    clusters = centers.map(() => []);
    for (const color of colors) clusters[nearest(color.lab, centers)]?.push(color);
    clusters = clusters.filter((cluster) => cluster.length > 0);
    centers = clusters.map(centerOf);
  }
  const sum = (cluster: readonly Weighted[], of: (color: Weighted) => number): number =>
    cluster.reduce((total, color) => total + of(color), 0);
  return clusters
    .map((cluster) => {
      const center = centerOf(cluster);
      const typical = cluster.reduce((best, color) =>
        deltaEok(color.lab, center) < deltaEok(best.lab, center) ? color : best,
      );
      const share = sum(cluster, ({ weight }) => weight) / pixels.length;
      return { rgb: typical.rgb, share, importance: sum(cluster, importance) };
    })
    .sort((one, other) => other.importance - one.importance)
    .map(({ rgb, share }) => ({ rgb, share }));
};
