import { createUserAgentReader, withBrand } from '../../src/collect/intake/user-agent.ts';

const read = createUserAgentReader();
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36';

describe('user agents', () => {
  it.each([
    [`${IPHONE} Mobile/15E148 Instagram 382.0.0.26.83 (iPhone15,2; iOS 18_5)`, 'Instagram', 'iOS'],
    [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/513.0.0.53;FBBV/735]`, 'Facebook', 'iOS'],
    [`${PIXEL} [FB_IAB/FB4A;FBAV/520.0.0.41.90;]`, 'Facebook', 'Android'],
    [`${PIXEL} musical_ly_2023904050 BytedanceWebview/d8a21c6`, 'TikTok', 'Android'],
    [`${IPHONE} Mobile/15E148 Snapchat/13.50.0.44 (like Safari/8621.2)`, 'Snapchat', 'iOS'],
    [`${IPHONE} Mobile/15E148 [LinkedInApp]/9.31.1`, 'LinkedIn', 'iOS'],
    [`${IPHONE} GSA/370.0.762061592 Mobile/15E148 Safari/604.1`, 'Google app', 'iOS'],
    [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS'],
  ])('%s is %s on %s', (userAgent, browser, os) => {
    expect(read(userAgent)).toMatchObject({ browser, os, device: 'mobile' });
  });

  it('takes a Chromebook for a desktop', () => {
    const agent =
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    expect(read(agent)).toEqual({ browser: 'Chrome', os: 'Chrome OS', device: 'desktop' });
  });

  it('knows Brave by the brands that it sends', () => {
    const chrome = { browser: 'Chrome', os: 'Windows', device: 'desktop' };
    expect(withBrand(chrome, '"Brave";v="140", "Chromium";v="140"').browser).toBe('Brave');
    expect(withBrand(chrome, '"Google Chrome";v="140", "Chromium";v="140"').browser).toBe('Chrome');
  });
});
