import type { DownloadedExport, DownloadExportOptions, Platform } from '@platform/client';

import type { TokenFile } from './define-config.ts';

/**
 * Has the platform make one file of the configuration. An export that it made before is given
 * again.
 */
export const exportTokens = (
  platform: Platform,
  { palette, theme, format, prefix, options }: TokenFile,
  limits: DownloadExportOptions,
): Promise<DownloadedExport> =>
  platform.exports.download(
    {
      format,
      ...(palette === undefined ? {} : { palette_id: palette }),
      ...(theme === undefined ? {} : { theme_id: theme }),
      ...(prefix === undefined ? {} : { prefix }),
      ...(options === undefined ? {} : { options }),
    },
    limits,
  );
