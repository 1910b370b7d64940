import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';
import type { CheckItem, CheckMeta, CheckResult } from '../../checks/check.ts';
import { criteriaIn, textsOfCheck } from '../../checks/translate-check.ts';
import { placeText } from '../../page/html/place.ts';
import type { Place } from '../../page/html/place.ts';
import type { PageTexts } from '../texts/texts.ts';

const COLORS = { fail: 'bad', warn: 'decent' } as const;

/** Splits a message into its first sentence (the fault) and the rest (the remedy). */
export const splitMessage = (message: string): { fault: string; remedy: string } => {
  const end = /[.!?](?= [A-ZÄÖÜ])/.exec(message)?.index ?? message.length;
  return { fault: message.slice(0, end).replace(/\.$/, ''), remedy: message.slice(end + 1).trim() };
};

/** A check with a finding: what is wrong, where, and what to do. */
export const findingView = (
  check: CheckResult,
  meta: CheckMeta | undefined,
  hasPicture: boolean,
  texts: PageTexts,
): Html => {
  const severity = check.status === 'fail' ? 'fail' : 'warn';
  const about = meta && textsOfCheck(texts.language, meta);
  const { fault, remedy } = splitMessage(check.message);
  const rest = check.total - check.items.length;
  const won = gainText(check, texts);
  return html`<article class="finding" id="${check.id}">
    <h3><span class="label ${COLORS[severity]}">${texts.labels[severity]}</span>${fault}</h3>
    ${remedy !== '' && html`<p>${remedy}</p>`}
    ${won !== '' && html`<p class="gain">${won}</p>`}
    ${
      check.items.length > 0 &&
      html`<ul>
        ${check.items.map((item, index) => itemView(item, hasPicture && index < CROPS, texts))}
      </ul>`
    }
    ${rest > 0 && html`<p class="soft">${texts.more(rest)}</p>`}
    ${
      about !== undefined &&
      html`<details>
        <summary>${texts.why}<span class="soft"> – ${about.failureTitle}</span></summary>
        <p>${about.why}</p>
        <p>${about.fix}</p>
        <p class="soft">${about.thresholds}</p>
        ${meta?.wcag !== undefined && meta.wcag.criteria.length > 0 && html`<p class="soft">WCAG 2.2: ${criteriaIn(texts.language, meta.wcag.criteria).join('; ')}</p>`}
      </details>`
    }
  </article>`;
};

/** Of each finding, so many are shown in the picture. */
const CROPS = 3;

const itemView = (
  { snippet, note, place = null }: CheckItem,
  hasPicture: boolean,
  texts: PageTexts,
): Html => {
  const shown =
    snippet === '' ? html`<span class="soft">${texts.empty}</span>` : html`<code>${snippet}</code>`;
  const where = placeText(place, texts.language);
  return html`<li>
    ${shown}${note !== null && html` <span class="note">${note}</span>`}${where !== null && html`<span class="place">${where}</span>`}
    ${hasPicture && place !== null && cropView(place, texts)}
  </li>`;
};

const SCREEN = { width: 412, height: 823 };
const AROUND = 24;

/** The part of the phone’s picture around an element, with a frame; none for what fills the screen. */
const cropView = ({ box, selector }: Place, texts: PageTexts): Html | null => {
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
  return html`<svg
    class="crop"
    role="img"
    aria-label="${texts.inPicture(selector ?? '')}"
    viewBox="${x} ${y} ${seen.width} ${seen.height}"
    width="${seen.width}"
    height="${seen.height}"
  >
    <use href="#phone-picture" />
    <rect x="${left}" y="${top}" width="${width}" height="${height}" />
  </svg>`;
};

/** The phone’s picture, once for all crops. */
export const pictureView = (pagePath: string): Html =>
  html`<svg class="defined" aria-hidden="true" width="0" height="0">
    <defs>
      <image
        id="phone-picture"
        href="${pagePath}/screenshots/phone"
        width="${SCREEN.width}"
        height="${SCREEN.height}"
      />
    </defs>
  </svg>`;

/** What mending a finding wins, in words; empty where nothing is known. */
export const gainText = ({ gain }: Pick<CheckResult, 'gain'>, texts: PageTexts): string =>
  [
    gain && gain.points > 0 ? texts.points(gain.points) : '',
    gain?.bytes ? texts.saves(texts.bytes(gain.bytes)) : '',
    gain?.milliseconds ? texts.saves(texts.onPhone(texts.milliseconds(gain.milliseconds))) : '',
  ]
    .filter(Boolean)
    .join(', ');
