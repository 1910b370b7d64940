/**
 * The shares of points at which a score is 0 and 100. Every page that loads gets the first;
 * the last few points depend on what most good pages lack. Calibrated on the pages of
 * test/calibration (docs/adr/0006).
 */
const NONE = 0.3;
const ALL = 0.95;

/** The score, from 0 to 100, of a page or category that kept this share of its points. */
export const scoreOf = (share: number): number =>
  Math.round(100 * Math.min(1, Math.max(0, (share - NONE) / (ALL - NONE))));
