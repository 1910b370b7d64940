export { findChromium } from './launch-browser.ts';
export type { ChromiumSource } from './launch-browser.ts';
export { launchBrowser, launchIsolatedBrowser } from './launch-browser.ts';
