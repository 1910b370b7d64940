import type { Oklab, Rgb } from '../color/color.ts';
import { deltaEok, oklabOfRgb } from '../color/oklab.ts';

/** A colour with the number of its pixels. */
interface Weighted {
  readonly lab: Oklab;
  readonly rgb: Rgb;
  readonly weight: number;
}

/** Pixels in bins of 5 bits a channel, each with the mean of its pixels. */
const binned = (pixels: readonly Rgb[]): Weighted[] => {
  const bins = new Map<number, { r: number; g: number; b: number; weight: number }>();
  for (const { r, g, b } of pixels) {
    const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
    const bin = bins.get(key) ?? { r: 0, g: 0, b: 0, weight: 0 };
    bins.set(key, { r: bin.r + r, g: bin.g + g, b: bin.b + b, weight: bin.weight + 1 });
  }
  return [...bins.values()].map(({ r, g, b, weight }) => {
    const rgb = {
      r: Math.round(r / weight),
      g: Math.round(g / weight),
      b: Math.round(b / weight),
    };
    return { rgb, lab: oklabOfRgb(rgb), weight };
  });
};

/** Vivid colours count more: people remember the red coat, not the grey street. */
const CHROMA_BONUS = 6;

/** The weight of a colour. */
const importance = ({ lab, weight }: Weighted): number =>
  weight * (1 + CHROMA_BONUS * Math.hypot(lab.a, lab.b));

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
