import { accessibility } from './accessibility.ts';
import { content } from './content.ts';
import { pageFiles } from './page-files.ts';
import { performance } from './performance.ts';
import { securityHeaders } from './security-headers.ts';
import { security } from './security.ts';
import { seoIndexing } from './seo-indexing.ts';
import { seoSitemaps } from './seo-sitemaps.ts';
import { seo } from './seo.ts';
import { transportSecurity } from './transport-security.ts';

/** By check and status: what pages have that get this outcome. */
export const examples = {
  ...seo,
  ...seoIndexing,
  ...seoSitemaps,
  ...performance,
  ...pageFiles,
  ...security,
  ...securityHeaders,
  ...transportSecurity,
  ...content,
  ...accessibility,
};
