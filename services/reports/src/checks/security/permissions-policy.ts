import { info, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';
import { headerValues } from '../../page/headers/response-headers.ts';

export const permissionsPolicy: Check = {
  meta: {
    id: 'permissions-policy',
    category: 'security',
    title: 'Unused device features are turned off',
    failureTitle: 'Unused device features are not turned off',
    importance: 'low',
    basis: 'response',
    docs: {
      why: 'Then neither an injected script nor an ad can ask for the camera, microphone or location.',
      thresholds:
        'Pass: a valid Permissions-Policy. Warn: one that browsers can’t parse, or that opens a feature to all. Missing is information only.',
      fix: 'Send Permissions-Policy: camera=(), microphone=(), geolocation=().',
      sources: ['https://www.w3.org/TR/permissions-policy/'],
    },
  },
  run({ artifacts }) {
    const value = headerValues(artifacts.response.headers, 'permissions-policy').join(', ');
    if (value === '')
      return info(
        'No device feature is turned off. Send Permissions-Policy: camera=(), microphone=(), geolocation=().',
        { value: null },
      );
    const entries = value.split(/,(?![^(]*\))/).map((entry) => entry.trim());
    const unreadable = entries.filter(
      (entry) =>
        !/^[a-z-]+=(?:\*|self|\((?: *(?:self|src|\*|"[^"]*"))* *\))(?: *; *[a-z*][a-z\d_.*-]*(?:=[^\s;()]+)?)*$/.test(
          entry,
        ),
    );
    if (unreadable.length > 0)
      return warn('Browsers can’t parse the Permissions-Policy header. Use feature=() or feature=(self).', {
        value,
        items: unreadable,
      });
    const open = entries.filter((entry) => /=(?:\*|\((?:[^"]|"[^"]*")*?\*)/.test(entry));
    if (open.length > 0)
      return warn('A device feature is open to every frame. List the origins that need it.', {
        value,
        items: open,
      });
    return pass('Unused device features are turned off.', { value });
  },
};
