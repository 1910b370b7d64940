export { startPlatform } from './start-platform.ts';
export type { Platform, PlatformOptions } from './start-platform.ts';
