import { type Check, info, pass, warn } from '../check.ts';
import { headerValues } from '../response-headers.ts';

export const permissionsPolicy: Check = {
  meta: {
    id: 'permissions-policy',
    category: 'security',
    title: 'Unused device features are switched off',
    importance: 'low',
    weight: 1,
    basis: 'response',
    docs: {
      why: 'Camera, microphone and place can then not be asked for, neither by an injected script nor by an advert.',
      thresholds:
        'Pass: a valid Permissions-Policy. Warn: one that browsers can’t read, or that opens a feature to all. Missing informs only.',
      fix: 'Send Permissions-Policy: camera=(), microphone=(), geolocation=().',
      sources: ['https://www.w3.org/TR/permissions-policy/'],
    },
  },
  run({ artifacts }) {
    const value = headerValues(artifacts.response.headers, 'permissions-policy').join(', ');
    if (value === '')
      return info(
        'No device feature is switched off. Permissions-Policy: camera=(), microphone=(), geolocation=() does it.',
        { value: null },
      );
    const entries = value.split(/,(?![^(]*\))/).map((entry) => entry.trim());
    const unreadable = entries.filter(
      (entry) => !/^[a-z-]+=(?:\*|self|\((?:\s*(?:self|src|\*|"[^"]*"))*\s*\))(?:;.*)?$/.test(entry),
    );
    if (unreadable.length > 0)
      return warn('Browsers can’t read the Permissions-Policy header. Write feature=() or feature=(self).', {
        value,
        items: unreadable,
      });
    const open = entries.filter((entry) => /=(?:\*|\(\s*\*\s*\))/.test(entry));
    if (open.length > 0)
      return warn('A device feature is open to every frame. Name who needs it.', { value, items: open });
    return pass('Unused device features are switched off.', { value });
  },
};
