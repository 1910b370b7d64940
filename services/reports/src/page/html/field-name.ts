import { explicitRole } from './exposure.ts';
import { attribute } from './element.ts';
import type { Page } from './page.ts';
import type { PageElement } from './element.ts';
import {
  accessibleName,
  ariaName,
  authorName,
  DEEPEST,
  labelOf,
  squeezed,
  textWithin,
  titleOf,
} from './accessible-name.ts';
import { indexOf } from './name-index.ts';
import type { Walk } from './accessible-name.ts';

const LABELABLE = new Set(['input', 'select', 'textarea', 'button', 'meter', 'output', 'progress']);

const NAMED_BY_CONTENT = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);

/**
 * The name of a form field: ARIA, its labels, `title`, but no placeholder, which disappears on typing;
 * of one by role ARIA, what is in
 * it where the role takes its name from there, `title`. Empty when it has none.
 */
export const fieldName = (page: Page, field: PageElement): string => {
  if (!LABELABLE.has(field.name)) {
    const isNamedByContent = NAMED_BY_CONTENT.has(explicitRole(field) ?? '');
    return isNamedByContent ? accessibleName(page, field) : authorName(page, field);
  }
  const id = attribute(field, 'id');
  const labels = [...((id !== null && indexOf(page).labelsFor.get(id)) || [])];
  for (let at = field.parent, height = 0; at !== null && height < DEEPEST; at = at.parent, height++) {
    if (at.name !== 'label') continue;
    if (attribute(at, 'for') === null || attribute(at, 'for') === id) labels.push(at);
    break;
  }
  const walk: Walk = { page, byReference: false, seesHidden: false, visited: 0 };
  return (
    ariaName(page, field) ||
    squeezed(labels.map((label) => labelOf(label.node) || textWithin(label.node, walk, 0)).join(' ')) ||
    titleOf(field)
  );
};
