export { defineConfig } from './tokens/define-config.ts';
export type { DapConfig, TokenFile } from './tokens/define-config.ts';
export { EXIT } from './command.ts';
