import { CHROME, FIREFOX } from '../harness.ts';
import { createUserAgentReader, withBrand } from '../../src/collect/intake/user-agent.ts';

const read = createUserAgentReader();
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36';

describe('user agents', () => {
  it.each([
    [`${IPHONE} Mobile/15E148 Instagram 382.0.0.26.83 (iPhone15,2; iOS 18_5)`, 'Instagram 382', 'iOS 18'],
    [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/513.0.0.53;FBBV/735]`, 'Facebook 513', 'iOS 18'],
    [`${PIXEL} [FB_IAB/FB4A;FBAV/520.0.0.41.90;]`, 'Facebook 520', 'Android 15'],
    [`${PIXEL} musical_ly_2023904050 BytedanceWebview/d8a21c6`, 'TikTok 202390', 'Android 15'],
    [`${IPHONE} Mobile/15E148 Snapchat/13.50.0.44 (like Safari/8621.2)`, 'Snapchat 13', 'iOS 18'],
    [`${IPHONE} Mobile/15E148 [LinkedInApp]/9.31.1`, 'LinkedIn 9', 'iOS 18'],
    [`${IPHONE} GSA/370.0.762061592 Mobile/15E148 Safari/604.1`, 'Google app 370', 'iOS 18'],
    [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari 18', 'iOS 18'],
  ])('%s is %s on %s', (userAgent, browserVersion, osVersion) => {
    expect(read(userAgent)).toEqual({
      browser: browserVersion.replace(/ \d+$/, ''),
      browserVersion,
      os: osVersion.replace(/ \d+$/, ''),
      osVersion,
      device: 'mobile',
    });
  });

  it.each([
    [CHROME, 'Chrome 140', 'Windows 10+'],
    [CHROME.replace('NT 10.0', 'NT 6.1'), 'Chrome 140', 'Windows 7'],
    [FIREFOX, 'Firefox 143', ''],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari 26',
      'macOS 10.15+',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Safari/605.1.15',
      'Safari 13',
      'macOS 10.13',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'Chrome 141',
      'Android 10+',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet for Android 28',
      'Android 14',
    ],
    ['', '', ''],
    ['nothing that anybody knows', '', ''],
  ])('%s has the versions %j and %j', (userAgent, browserVersion, osVersion) => {
    expect(read(userAgent)).toMatchObject({ browserVersion, osVersion });
  });

  it('takes a Chromebook for a desktop', () => {
    const agent =
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    expect(read(agent)).toEqual({
      browser: 'Chrome',
      browserVersion: 'Chrome 140',
      os: 'Chrome OS',
      osVersion: '',
      device: 'desktop',
    });
  });

  it('knows Brave by the brands that it sends', () => {
    const chrome = read(CHROME);
    expect(withBrand(chrome, '"Brave";v="141", "Chromium";v="140"')).toEqual({
      ...chrome,
      browser: 'Brave',
      browserVersion: 'Brave 141',
    });
    expect(withBrand(chrome, '"Google Chrome";v="140", "Chromium";v="140"').browser).toBe('Chrome');
  });
});
