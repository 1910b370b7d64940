export { createSecretBox, SecretError } from './secret-box.ts';
export type { SecretBox } from './secret-box.ts';
export { keepKeyFile, parseSecretKeys } from './secret-keys.ts';
