import type { PageRequest, PalettePageContent, ThemePageContent } from '@platform/pages/palette-contract';

/** What a page of the palette service is made live with. */
export type PageData = PageRequest &
  (
    | { readonly page: 'palette'; readonly content: PalettePageContent }
    | { readonly page: 'theme'; readonly content: ThemePageContent }
  );
