export { findChromium } from './find-chromium.ts';
export type { ChromiumSource } from './find-chromium.ts';
export { launchBrowser, launchIsolatedBrowser } from './launch-browser.ts';
