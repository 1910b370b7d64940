import Joi from 'joi';

import {
  faultOfRecipients,
  mailVariables,
  messageIdOf,
  outcomeOfFailure,
  recipientsOf,
  splitRecipients,
} from '../src/index.ts';

it('tries a refused message again, ever later, and gives up at last or when it is refused for good', () => {
  const busy = Object.assign(new Error('busy'), { responseCode: 451 });
  expect(outcomeOfFailure(busy, 1, 0)).toEqual({
    status: 'pending',
    error: 'busy',
    retryAt: new Date(60_000),
  });
  expect(outcomeOfFailure(busy, 3, 0)).toMatchObject({ retryAt: new Date(15 * 60_000) });
  expect(outcomeOfFailure(busy, 8, 0)).toEqual({ status: 'failed', error: 'busy' });
  const gone = Object.assign(new Error('no such user'), { responseCode: 550 });
  expect(outcomeOfFailure(gone, 1, 0)).toEqual({ status: 'failed', error: 'no such user' });
  expect(outcomeOfFailure('down', 1, 0)).toMatchObject({ status: 'pending', error: 'down' });
});

it('gives the attempts at one message one id, and other messages another', () => {
  const id = messageIdOf('run-7', [7, 'ann@shop.example'], 'https://reports.example:8443');
  expect(id).toMatch(/^<run-7-[0-9a-f]{24}@reports\.example>$/);
  expect(messageIdOf('run-7', [7, 'ann@shop.example'], 'https://reports.example')).toBe(id);
  expect(messageIdOf('run-7', [7, 'ben@shop.example'], 'https://reports.example')).not.toBe(id);
});

it('reads one recipient per line, and falls back to the owner', () => {
  expect(splitRecipients(' a@b.example\r\n\n a@b.example\rc@d.example ')).toEqual([
    'a@b.example',
    'c@d.example',
  ]);
  expect(recipientsOf('a@b.example', 'owner@b.example')).toEqual(['a@b.example']);
  expect(recipientsOf(null, 'owner@b.example')).toEqual(['owner@b.example']);
  expect(recipientsOf(null, undefined)).toEqual([]);
  expect(faultOfRecipients(['a@b.example'])).toBeNull();
  expect(faultOfRecipients(['a b@c.example'])).toContain('is not an e-mail address: a b@c.example');
  expect(faultOfRecipients(['a@b.example, c@d.example'])).not.toBeNull();
  expect(faultOfRecipients(Array.from({ length: 51 }, () => 'a@b.example'))).toBe('has more than 50 lines');
});

it.each([
  [{ DATA_DIR: '/srv/platform' }, '/srv/platform/mail'],
  [{ MAIL_FOLDER: '/var/mail', DATA_DIR: '/srv/platform' }, '/var/mail'],
  [{}, '.data/mail'],
])('with %j, mail without a server goes to %s', (given, folder) => {
  expect(Joi.object(mailVariables).validate(given).value).toMatchObject({ MAIL_FOLDER: folder });
});
