import type { ShownCheck, ShownItem, ShownPlace } from '@platform/pages/reports-contract';
import { useState } from 'preact/hooks';

import { formatNumber } from '../i18n/format.ts';
import { bytesText, millisecondsText, ownPath } from './quantities.ts';
import { splitMessage } from './split-message.ts';
import { reportTexts } from './texts.ts';

/** What mending a finding wins, in words; empty where nothing is known. */
export const gainText = ({ gain }: Pick<ShownCheck, 'gain'>): string => {
  const t = reportTexts();
  return [
    gain && gain.points > 0 ? t.points(formatNumber(gain.points)) : '',
    gain?.bytes ? t.saves(bytesText(gain.bytes)) : '',
    gain?.milliseconds ? t.saves(t.onSlowNetwork(millisecondsText(gain.milliseconds))) : '',
  ]
    .filter(Boolean)
    .join(', ');
};

/** Code to paste, with a button that copies it where there are scripts. */
export const Paste = ({ code }: { code: string }) => {
  const t = reportTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    // Without HTTPS there is no clipboard; the code can still be marked.
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  return (
    <div class="paste">
      <pre>
        <code>{code}</code>
      </pre>
      <button
        type="button"
        class="by-script"
        onClick={() => {
          copy().catch(() => undefined);
        }}
      >
        <span aria-live="polite">{isCopied ? t.copied : t.copy}</span>
      </button>
    </div>
  );
};

/** The phone's screen, and what is shown around a place, in its pixels. */
const SCREEN = { width: 412, height: 823 };
const AROUND = 24;

/** The part of the phone's picture around an element, with a frame; none for what fills the screen. */
const Crop = ({ place: { box, selector }, picture }: { place: ShownPlace; picture: string }) => {
  if (box === null) return null;
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const width = Math.min(SCREEN.width, box.x + box.width) - left;
  const height = Math.min(SCREEN.height, box.y + box.height) - top;
  if (width <= 0 || height <= 0 || width * height > 0.5 * SCREEN.width * SCREEN.height) return null;
  const [x, y] = [Math.max(0, left - AROUND), Math.max(0, top - AROUND)];
  const seen = {
    width: Math.min(SCREEN.width, left + width + AROUND) - x,
    height: Math.min(SCREEN.height, top + height + AROUND) - y,
  };
  return (
    <svg
      class="crop"
      role="img"
      aria-label={reportTexts().inPicture(selector ?? '')}
      viewBox={`${x} ${y} ${seen.width} ${seen.height}`}
      width={seen.width}
      height={seen.height}
    >
      <image href={ownPath(picture)} width={SCREEN.width} height={SCREEN.height} />
      <rect x={left} y={top} width={width} height={height} />
    </svg>
  );
};

/** A place in words: `line 3, column 5 (main > img)`; null without one. */
const placeText = ({ line, column, selector }: ShownPlace): string | null => {
  const where = line === null ? '' : reportTexts().place(line, column ?? 1);
  if (selector === null) return where === '' ? null : where;
  return where === '' ? selector : `${where} (${selector})`;
};

const Item = ({ item, picture }: { item: ShownItem; picture: string | undefined }) => {
  const { snippet, note, place } = item;
  const where = place && placeText(place);
  return (
    <li>
      {snippet === '' ? <span class="quiet">{reportTexts().empty}</span> : <code>{snippet}</code>}
      {note !== null && <span class="note"> {note}</span>}
      {where !== null && <span class="place">{where}</span>}
      {place && picture !== undefined && <Crop place={place} picture={picture} />}
    </li>
  );
};

/** Of each finding, so many places are shown in the picture. */
const CROPS = 3;

/** A check with a finding: what is wrong, where, what to do and why. */
export const Finding = ({
  check,
  picture,
  isUnfolded = false,
}: {
  check: ShownCheck;
  picture: string | undefined;
  isUnfolded?: boolean;
}) => {
  const t = reportTexts();
  const { id, status, title, message, items, total, about, wcag, fix } = check;
  const severity = status === 'fail' ? 'fail' : 'warn';
  const { fault, remedy } = splitMessage(message);
  const won = gainText(check);
  return (
    <article class="finding" id={id}>
      <h3>
        <span class={`badge ${severity}`}>{t.labels[severity]}</span> {fault}
      </h3>
      {remedy !== '' && <p>{remedy}</p>}
      {won !== '' && (
        <p>
          <span class="gain">{won}</span>
        </p>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((item, index) => (
            <Item key={index} item={item} picture={index < CROPS ? picture : undefined} />
          ))}
        </ul>
      )}
      {total > items.length && <p class="quiet rest">{t.more(total - items.length)}</p>}
      {about && (
        <details open={isUnfolded}>
          <summary>
            {t.why}
            <span class="quiet"> – {title}</span>
          </summary>
          <p>{about.why}</p>
          <p>{about.fix}</p>
          {fix?.code && <Paste code={fix.code} />}
          <p class="quiet">{about.thresholds}</p>
          {wcag.length > 0 && <p class="quiet">WCAG 2.2: {wcag.join('; ')}</p>}
        </details>
      )}
    </article>
  );
};

/** A check that found nothing, with what it looked at. */
export const QuietCheck = ({ check }: { check: ShownCheck }) => {
  const { title, message, items } = check;
  return (
    <li>
      <strong>{title}.</strong> {message !== `${title}.` && message}
      {items.length > 0 && (
        <span class="quiet">
          {' '}
          {items
            .map(({ snippet }) => snippet)
            .slice(0, 5)
            .join(' · ')}
        </span>
      )}
    </li>
  );
};
