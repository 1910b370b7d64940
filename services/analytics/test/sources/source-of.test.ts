import { sourceName, sourceOf } from '../../src/sources/source-of.ts';

describe('sources', () => {
  it.each([
    ['google.de', 'google.com', 'Google'],
    ['google.co.uk', 'google.com', 'Google'],
    ['google.com.br', 'google.com', 'Google'],
    ['l.facebook.com', 'facebook.com', 'Facebook'],
    ['m.facebook.com', 'facebook.com', 'Facebook'],
    ['out.reddit.com', 'reddit.com', 'reddit'],
    ['lnkd.in', 'linkedin.com', 'LinkedIn'],
    ['de.pinterest.com', 'pinterest.com', 'Pinterest'],
    ['de.search.yahoo.com', 'search.yahoo.com', 'Yahoo!'],
    ['chat.openai.com', 'chatgpt.com', 'ChatGPT'],
  ])('%s is %s, %s', (host, expected, name) => {
    expect(sourceOf(host)?.host).toBe(expected);
    expect(sourceName(expected)).toBe(name);
  });

  it.each(['docs.google.com', 'accounts.google.com', 'notgoogle.com', 'example.com', 'co.uk', ''])(
    'knows nothing of %j',
    (host) => {
      expect(sourceOf(host)).toBeUndefined();
      expect(sourceName(host)).toBe(host);
    },
  );
});
