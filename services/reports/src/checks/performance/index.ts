export { blockingScripts } from './blocking-scripts.ts';
export { compression } from './compression.ts';
export { domSize } from './dom-size.ts';
export { timeToFirstByte } from './time-to-first-byte.ts';
