import './styles.ts';
import './public.css';

import type { PageRequest, PaintedDocument, PalettePages } from '@platform/pages/palette-contract';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

import { paletteTexts } from '../i18n/palette.ts';
import { language } from '../i18n/spoken.ts';
import { themeTexts } from '../i18n/theme.ts';
import { harmonyName } from '../palette/harmonies.ts';
import { documentOf, PageJson } from './document.tsx';
import { createAddress, madeOf, PalettePage, ThemePage, titleOf } from './palette-page.tsx';
import type { Address, PageData } from './palette-page.tsx';

/** Everything that a style attribute of ours consists of: no string, no address, no end of a rule. */
const PLAIN = /^[\w\s#%.,:;()-]*$/;

/**
 * Moves style attributes into a style sheet, as the content policy allows nothing inline. Elements
 * with the same attribute share a rule. Scripts that change a colour later set it on the element,
 * which wins over the rule.
 * @param root a selector of what holds the markup, whose weight puts the rules above those of style sheets
 * @throws for an attribute that is more than plain declarations
 */
const liftStyles = (markup: string, root: string): { markup: string; style: string } => {
  const rules = new Map<string, number>();
  const lifted = markup.replaceAll(/ style="([^"]*)"/g, (_, declarations: string) => {
    if (!PLAIN.test(declarations)) throw new Error(`A style can't be lifted: ${declarations}`);
    const number = rules.get(declarations) ?? rules.size;
    rules.set(declarations, number);
    return ` data-s="${number}"`;
  });
  const style = [...rules].map(([declarations, number]) => `${root} [data-s="${number}"]{${declarations}}`);
  return { markup: lifted, style: style.join('') };
};

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

/** The pages of the palette service, which imports them. */
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
