import type { PageRequest, PalettePageContent, ThemePageContent } from '@platform/pages/palette-contract';

import { paletteTexts } from '../i18n/palette.ts';
import { Scales, Stripe, Stripes } from '../palette/colors.tsx';
import { CopyAs, EmbedCode } from '../palette/copying.tsx';
import { harmonyName } from '../palette/harmonies.ts';
import { ColorVision, ContrastTable, readLevel } from '../palette/legibility.tsx';
import { Preview, readKind } from '../palette/preview.tsx';
import { readMode, ThemePreview } from '../theme/theme-modes.tsx';
import { Notices } from '../ui/notices.tsx';

/** The address of a page whose choices are parameters. */
export interface Address {
  readonly get: (name: string) => string | null;
  /** Query of the address of the same page with another choice; the default is an empty text. */
  readonly hrefOf: (name: string, value: string) => string;
  /** Makes the choice, as following the link would. */
  readonly show: (name: string, value: string) => void;
  /** Query of what opens the page, without choices. */
  readonly kept: string;
}

/** Reads an address. @param go called with the query of another choice */
export const createAddress = (search: string, go: (search: string) => void): Address => {
  const present = new URLSearchParams(search);
  const access = present.get('access');
  const kept = access === null ? '' : `?${new URLSearchParams({ access }).toString()}`;
  const hrefOf = (name: string, value: string): string => {
    const next = new URLSearchParams(present);
    if (value === '') next.delete(name);
    else next.set(name, value);
    return `?${next.toString()}`;
  };
  return {
    get: (name) => present.get(name),
    hrefOf,
    show: (name, value) => {
      go(hrefOf(name, value));
    },
    kept,
  };
};

/** The name of a palette, or what it was made of. */
export const titleOf = ({ name, base_color: base }: PalettePageContent['palette']): string =>
  name ?? paletteTexts().from(base.input);

/** Says what a palette was made of, in one line. */
export const madeOf = ({ harmony, colors, base_color: base }: PalettePageContent['palette']): string =>
  paletteTexts().made(harmonyName(harmony), colors.length, base.input);

interface PalettePageProps {
  readonly content: PalettePageContent;
  readonly address: Address;
}

/** A shared palette: its colours, in use, and how readable they are. */
export const PalettePage = ({ content, address }: PalettePageProps) => {
  const { palette, pairs, vision, formats, url } = content;
  const { colors } = palette;
  const stripes = (
    <Stripes>
      {colors.map((color) => (
        <Stripe key={color.role} color={color} />
      ))}
    </Stripes>
  );
  if (address.get('embed') === '1') return stripes;
  // Of the host that sent the page: the policy lets it ask nobody else.
  const { pathname } = new URL(url);
  const fileOf = (format: string): string => `${pathname}/${format}${address.kept}`;
  return (
    <>
      {stripes}
      <CopyAs
        formats={formats}
        hrefOf={fileOf}
        textOf={async (format) => {
          const answer = await fetch(fileOf(format));
          if (!answer.ok) throw new Error(answer.statusText);
          return answer.text();
        }}
      />
      <Preview
        colors={colors}
        kind={readKind(address.get('page'))}
        hrefOf={(kind) => address.hrefOf('page', kind)}
        onKind={(kind) => {
          address.show('page', kind);
        }}
      />
      <Scales colors={colors} scale={palette.scale} />
      <section>
        <ContrastTable
          colors={colors}
          pairs={pairs}
          level={readLevel(address.get('level'))}
          hrefOf={(level) => address.hrefOf('level', level)}
          onLevel={(level) => {
            address.show('level', level);
          }}
        />
      </section>
      <ColorVision colors={colors} vision={vision} />
      <EmbedCode url={`${url}${address.kept}`} title={titleOf(palette)} />
      <Notices />
    </>
  );
};

/** A theme on the parts of a website. */
export const ThemePage = ({ content, address }: { content: ThemePageContent; address: Address }) => (
  <>
    <ThemePreview
      modes={content.modes}
      chosen={readMode(content.modes, address.get('mode'))}
      hrefOf={(mode) => address.hrefOf('mode', mode)}
      onMode={(mode) => {
        address.show('mode', mode);
      }}
    />
    <Notices />
  </>
);

/** Data with which the browser makes a page of the palette service live. */
export type PageData = PageRequest &
  (
    | { readonly page: 'palette'; readonly content: PalettePageContent }
    | { readonly page: 'theme'; readonly content: ThemePageContent }
  );
