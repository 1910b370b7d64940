import './styles.ts';
import './public.css';

import type { PageRequest, PaintedDocument, PalettePages } from '@platform/pages/palette-contract';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

import { language } from '../i18n/spoken.ts';
import { harmonyName } from '../palette/harmonies.ts';
import { paletteTexts } from '../i18n/palette.ts';
import { themeTexts } from '../i18n/theme.ts';
import { createAddress } from './address.ts';
import type { Address } from './address.ts';
import { documentOf, PageJson } from './document.tsx';
import { liftStyles } from './lift-styles.ts';
import { madeOf, PalettePage, titleOf } from './palette-page.tsx';
import type { PageData } from './palette-page-data.ts';
import { ThemePage } from './theme-page.tsx';

interface Painted {
  readonly request: PageRequest;
  readonly title: () => string;
  readonly head: () => ComponentChildren;
  readonly page: (address: Address) => ComponentChildren;
  readonly data: PageData;
}

const paint = ({ request, title, head, page, data }: Painted): PaintedDocument => {
  const { language: spoken, search } = request;
  language.value = spoken;
  const address = createAddress(search, () => undefined);
  const { markup, style } = liftStyles(renderToString(<>{page(address)}</>), '#app');
  const document = documentOf(spoken, () => ({
    title: title(),
    paint: style,
    isLive: true,
    children: (
      <>
        {head()}
        <main tabIndex={-1}>
          <div id="app" dangerouslySetInnerHTML={{ __html: markup }} />
        </main>
        <PageJson id="page-data" data={data} />
      </>
    ),
  }));
  return { markup: document, style };
};

/** What the service imports. */
export const pages: PalettePages = {
  palette(content, request) {
    const { palette } = content;
    const isEmbedded = new URLSearchParams(request.search).get('embed') === '1';
    return paint({
      request,
      title: () => titleOf(palette),
      head: () =>
        isEmbedded ? null : (
          <header class="public-head">
            <h1>{titleOf(palette)}</h1>
            {palette.description !== null && <p>{palette.description}</p>}
            <p class="quiet">{madeOf(palette)}</p>
          </header>
        ),
      page: (address) => (
        <>
          <PalettePage content={content} address={address} />
          {isEmbedded && (
            <p class="quiet">
              <a href={content.url + address.kept} target="_blank" rel="noopener">
                {titleOf(palette)}: {paletteTexts().wholePage}
              </a>
            </p>
          )}
        </>
      ),
      // A frame copies colours, too, and needs no more than these for it.
      data: {
        page: 'palette',
        content: isEmbedded ? { ...content, pairs: [], vision: [], formats: [] } : content,
        ...request,
      },
    });
  },
  theme(content, request) {
    const { name, palette } = content;
    const t = (): string =>
      themeTexts().madeFrom(harmonyName(palette.harmony), palette.count, palette.base_color.input);
    return paint({
      request,
      title: () => themeTexts().title(name),
      head: () => (
        <header class="public-head">
          <h1>{name}</h1>
          <p class="quiet">{t()}</p>
        </header>
      ),
      page: (address) => <ThemePage content={content} address={address} />,
      data: { page: 'theme', content, ...request },
    });
  },
};
