export { defineConfig } from './tokens/token-files.ts';
export type { DapConfig, TokenFile } from './tokens/token-files.ts';
export { EXIT } from './command.ts';
