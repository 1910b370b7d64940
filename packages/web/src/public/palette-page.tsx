import type { PalettePageContent } from '@platform/pages/palette-contract';

import { ColorVision } from '../palette/color-vision.tsx';
import { ContrastTable, readLevel } from '../palette/contrast-table.tsx';
import { CopyAs } from '../palette/copy-as.tsx';
import { EmbedCode } from '../palette/embed-code.tsx';
import { harmonyName } from '../palette/harmonies.ts';
import { Preview, readKind } from '../palette/preview.tsx';
import { Scales } from '../palette/scales.tsx';
import { Stripe, Stripes } from '../palette/stripes.tsx';
import { paletteTexts } from '../i18n/palette.ts';
import { Notices } from '../ui/notices.tsx';
import type { Address } from './address.ts';

/** The name of a palette, or what it was made of. */
export const titleOf = ({ name, base_color: base }: PalettePageContent['palette']): string =>
  name ?? paletteTexts().from(base.input);

/** What a palette was made of, in one line. */
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
