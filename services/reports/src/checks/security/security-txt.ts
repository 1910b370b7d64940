import { type Check, info, pass, warn } from '../check.ts';

export const securityTxt: Check = {
  meta: {
    id: 'security-txt',
    category: 'security',
    title: 'Finders of a hole know whom to tell',
    importance: 'low',
    weight: 1,
    basis: 'site',
    docs: {
      why: 'Those who find a hole look for /.well-known/security.txt; without it they give up or tell the public.',
      thresholds:
        'Pass: a file with Contact and an Expires to come. Warn: one of the two is missing or past. No file informs only.',
      fix: 'Publish /.well-known/security.txt with Contact: and Expires: lines.',
      sources: ['https://www.rfc-editor.org/rfc/rfc9116'],
    },
  },
  run({ artifacts: { securityTxt: file, gatheredAt } }) {
    const isFile =
      file?.ok === true && file.status === 200 && !/^\s*</.test(file.text) && file.text.trim() !== '';
    if (!isFile)
      return info('There is no security.txt. With one, finders of a hole know whom to tell.', {
        value: false,
      });
    const expires = Date.parse(/^Expires:\s*(\S+)/im.exec(file.text)?.[1] ?? '');
    if (!/^Contact:\s*\S/im.test(file.text))
      return warn('security.txt has no Contact. Add one.', { value: true });
    if (Number.isNaN(expires)) return warn('security.txt has no valid Expires. Add one.', { value: true });
    if (expires < Date.parse(gatheredAt))
      return warn('security.txt has expired. Renew it.', { value: true, items: [file.text] });
    return pass('Finders of a hole know whom to tell.', { value: true });
  },
};
