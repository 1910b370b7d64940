import '../ui/table.css';
import './contrast-table.css';
import './swatches.css';
import './color-vision.css';

import type { PagePair, PageVision } from '@platform/pages/palette-contract';

import { formatNumber, formatRatio } from '../i18n/format.ts';
import { paletteTexts } from '../i18n/palette.ts';
import { Choice } from './choice.tsx';

/** The ratios that WCAG 2.2 asks of text. */
const LEAST = { AA: 4.5, 'AA-large': 3, AAA: 7 } as const;
export type Level = keyof typeof LEAST;

const LEVELS = Object.keys(LEAST) as Level[];

/** The level that an address names; AA otherwise. */
export const readLevel = (text: string | null | undefined): Level =>
  LEVELS.find((level) => level === text) ?? 'AA';

/** The level that a ratio reaches, for text. */
const reachedBy = (ratio: number): Level | 'none' =>
  (['AAA', 'AA', 'AA-large'] as const).find((level) => ratio >= LEAST[level]) ?? 'none';

const Cell = ({ pair, level }: { pair: PagePair | undefined; level: Level }) => {
  const t = paletteTexts();
  if (!pair) return <td />;
  const { foreground, background, ratio, apca } = pair;
  const lc = formatNumber(apca, { maximumFractionDigits: 0 });
  return (
    <td
      class={ratio >= LEAST[level] ? 'passes' : 'fails'}
      title={t.pairOf(foreground, background, formatRatio(ratio), lc)}
    >
      <span class="aa" style={{ backgroundColor: background }} aria-hidden="true" />
      <strong>{formatRatio(ratio)}</strong>
      <small>
        {t.reached[reachedBy(ratio)]}, Lc {lc}
      </small>
    </td>
  );
};

const Head = ({ hex, role }: { hex: string; role: string }) => (
  <>
    <span class="dot" style={{ backgroundColor: hex }} /> <span lang="en">{role}</span>
  </>
);

/** Beyond so many colours the cells are small, so that the table fits screens as long as it can. */
const MANY = 9;

interface ContrastTableProps {
  readonly colors: readonly { readonly hex: string; readonly role: string }[];
  readonly pairs: readonly PagePair[];
  readonly level: Level;
  readonly hrefOf: (level: Level) => string;
  readonly onLevel: (level: Level) => void;
}

/** The contrast of each colour as text on each other, on white and on black. */
export const ContrastTable = ({ colors, pairs, level, hrefOf, onLevel }: ContrastTableProps) => {
  const t = paletteTexts();
  const named: Readonly<Record<string, string>> = { '#ffffff': t.white, '#000000': t.black };
  const roleOf = (hex: string): string =>
    colors.find((color) => color.hex === hex)?.role ?? named[hex] ?? hex;
  const shown = [...new Set(pairs.map(({ foreground }) => foreground))];
  const found = new Map(pairs.map((pair) => [`${pair.foreground} ${pair.background}`, pair]));
  const passing = pairs.filter(({ ratio }) => ratio >= LEAST[level]).length;
  return (
    <>
      <div class="heading">
        <h2>{t.contrast}</h2>
        <Choice
          label={t.level}
          options={LEVELS.map((one) => [one, t.levels[one]])}
          chosen={level}
          hrefOf={hrefOf}
          onChoose={onLevel}
        />
      </div>
      <p class="quiet">
        {t.contrastHint} <span role="status">{t.passing(passing, pairs.length)}</span>
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t.contrast}>
        <table class={colors.length > MANY ? 'matrix many' : 'matrix'}>
          <thead>
            <tr>
              <td>{t.text}</td>
              {shown.map((color) => (
                <th key={color} scope="col">
                  <Head hex={color} role={roleOf(color)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((foreground) => (
              <tr key={foreground} style={{ '--front': foreground }}>
                <th scope="row">
                  <Head hex={foreground} role={roleOf(foreground)} />
                </th>
                {shown.map((background) => (
                  <Cell key={background} pair={found.get(`${foreground} ${background}`)} level={level} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

/** Two colours closer than this look alike in areas that don't touch. */
const ALIKE = 0.05;

interface ColorVisionProps {
  readonly colors: readonly { readonly role: string; readonly name: string }[];
  readonly vision: readonly PageVision[];
}

/** The colours as people see them who tell fewer apart, with those that are closest then. */
export const ColorVision = ({ colors, vision }: ColorVisionProps) => {
  const t = paletteTexts();
  return (
    <section>
      <h2>{t.vision}</h2>
      <ul class="visions">
        {vision.map(({ kind, colors: seen, pair, min_delta_e: distance }) => {
          const [one, other] = (pair ?? []).map((index) => colors[index]?.role ?? '');
          return (
            <li key={kind}>
              <h3>{t.kinds[kind] ?? kind}</h3>
              <div class="strip" role="img" aria-label={seen.join(', ')}>
                {seen.map((hex, index) => (
                  <span key={index} title={colors[index]?.name} style={{ backgroundColor: hex }} />
                ))}
              </div>
              {distance !== null && one !== undefined && other !== undefined && (
                <p class={distance < ALIKE ? 'wrong' : 'quiet'}>
                  {(distance < ALIKE ? t.alike : t.closest)(
                    one,
                    other,
                    formatNumber(distance, { maximumFractionDigits: 3 }),
                  )}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
