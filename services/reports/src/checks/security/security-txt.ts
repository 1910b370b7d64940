import { info, pass, warn } from '../outcomes.ts';
import type { Check } from '../check.ts';

export const securityTxt: Check = {
  meta: {
    id: 'security-txt',
    category: 'security',
    title: 'Security researchers know whom to contact',
    failureTitle: 'Security researchers don’t know whom to contact',
    importance: 'low',
    basis: 'site',
    docs: {
      why: 'Whoever finds a vulnerability looks for /.well-known/security.txt. Without it they give up or go public.',
      thresholds:
        'Pass: a file with Contact and an Expires in the future. Warn: one of the two is missing, past or, of Contact, no URI. No file is information only.',
      fix: 'Publish /.well-known/security.txt with Contact: and Expires: lines.',
      sources: ['https://www.rfc-editor.org/rfc/rfc9116'],
    },
  },
  run({ artifacts: { securityTxt: file, gatheredAt } }) {
    const isFile =
      file?.ok === true && file.status === 200 && !/^\s*</.test(file.text) && file.text.trim() !== '';
    if (!isFile)
      return info('There is no security.txt. With one, researchers know whom to contact.', {
        value: false,
      });
    const expires = Date.parse(/^Expires:\s*(\S+)/im.exec(file.text)?.[1] ?? '');
    if (!/^Contact:\s*\S/im.test(file.text))
      return warn('security.txt has no Contact. Add one.', { value: true });
    const contacts = [...file.text.matchAll(/^Contact:[ \t]*(\S+)/gim)].map(([, contact = '']) => contact);
    if (!contacts.some((contact) => /^(?:https|mailto|tel):/i.test(contact)))
      return warn(
        'The Contact in security.txt is no address that works. Begin it with mailto:, https: or tel:.',
        {
          value: true,
          items: contacts,
        },
      );
    if (Number.isNaN(expires)) return warn('security.txt has no valid Expires. Add one.', { value: true });
    if (expires < Date.parse(gatheredAt))
      return warn('security.txt has expired. Renew it.', { value: true, items: [file.text] });
    return pass('Security researchers know whom to contact.', { value: true });
  },
};
