import type { Output } from '@platform/client';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ContrastRepairs } from './contrast-repairs.tsx';

/** Ratios are shown rounded down, so that none looks better than it is. */
const floored = (ratio: number): string =>
  formatNumber(Math.floor(ratio * 100) / 100, { minimumFractionDigits: 2 });

/** The contrast of each pair of a palette's colours, and of each with white and black. */
export const ContrastMatrix = ({ palette }: { palette: Output<'palettes.show'> }) => {
  const { id, version } = palette;
  const t = texts().palettes;
  const { data, error, reload } = useLoad(`contrast ${id} ${version}`, () =>
    platform.palettes.contrast(id, { level: 'AA' }),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!data) return <Skeleton />;
  const foregrounds = [...new Set(data.pairs.map(({ foreground }) => foreground))];
  const backgrounds = [...new Set(data.pairs.map(({ background }) => background))];
  const pairs = new Map(data.pairs.map((pair) => [`${pair.foreground} ${pair.background}`, pair]));
  return (
    <section>
      <h2>{t.contrast}</h2>
      <p class="quiet">{t.contrastHint}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={t.contrast}>
        <table class="matrix">
          <thead>
            <tr>
              <td />
              {backgrounds.map((color) => (
                <th key={color} scope="col">
                  {color}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {foregrounds.map((foreground) => (
              <tr key={foreground}>
                <th scope="row">{foreground}</th>
                {backgrounds.map((background) => {
                  const pair = pairs.get(`${foreground} ${background}`);
                  return (
                    <td key={background} class={pair && (pair.passes ? 'passes' : 'fails')}>
                      {pair && floored(pair.ratio)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {may('palettes:write') && <ContrastRepairs palette={palette} suggestions={data.suggestions} />}
    </section>
  );
};
