import type { Input } from '@platform/client';

type Export = Input<'tokens.export'>;

/** A file of design tokens: what it holds, in which format, and where it lies. */
export interface TokenFile {
  /** Id of a palette, `pal_…`; or */
  palette?: string;
  /** of a theme, `thm_…`. */
  theme?: string;
  /** One of `GET /v1/tokens/formats`, such as `css`. */
  format: Export['format'];
  /** From the folder of the configuration. */
  path: string;
  /** Begins every name. */
  prefix?: string;
  options?: NonNullable<Export['options']>;
}

/** `dap.config.ts` */
export interface DapConfig {
  tokens: readonly TokenFile[];
}

/**
 * Gives the configuration its type.
 *
 * @example
 * export default defineConfig({
 *   tokens: [{ palette: 'pal_…', format: 'css', prefix: 'brand', path: 'src/tokens.css' }],
 * });
 */
export const defineConfig = (config: DapConfig): DapConfig => config;
