export { defineConfig } from './tokens/load-config.ts';
export type { DapConfig, TokenFile } from './tokens/load-config.ts';
export { EXIT } from './command.ts';
