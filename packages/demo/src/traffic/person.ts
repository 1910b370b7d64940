import { createPicker, createRandom, seedFrom } from './random.ts';
import type { Country, TrafficSite } from './site.ts';

/** A browser on a kind of device. */
interface Device {
  readonly userAgent: string;
  /** Screens as `1920x1080`. */
  readonly screens: readonly string[];
}

const DESKTOP = ['1920x1080', '1536x864', '1440x900', '2560x1440', '1366x768', '1280x720', '1680x1050'];
const MAC = ['1440x900', '1512x982', '1728x1117', '2560x1440', '1680x1050'];
const IPHONE = ['390x844', '393x852', '430x932', '375x812', '402x874'];
const ANDROID = ['412x915', '360x800', '384x832', '360x780', '393x873'];
const TABLET = ['820x1180', '810x1080', '1024x1366', '800x1280'];

const WINDOWS_NT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MACINTOSH = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';
const chrome = (platform: string, version: number, rest = ''): string =>
  `${platform} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0${rest} Safari/537.36`;
const iphone = (version: string): string =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version.replace('.', '_')} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;
const mobile = (version: number, rest = ''): string =>
  chrome('Mozilla/5.0 (Linux; Android 10; K)', version, `${rest} Mobile`);

const DEVICES: readonly (readonly [Device, number])[] = [
  [{ userAgent: chrome(WINDOWS_NT, 142), screens: DESKTOP }, 17],
  [{ userAgent: chrome(WINDOWS_NT, 141), screens: DESKTOP }, 7],
  [{ userAgent: `${chrome(WINDOWS_NT, 142)} Edg/142.0.0.0`, screens: DESKTOP }, 7],
  [{ userAgent: `${chrome(WINDOWS_NT, 140)} OPR/124.0.0.0`, screens: DESKTOP }, 1],
  [
    {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      screens: DESKTOP,
    },
    4,
  ],
  [{ userAgent: chrome(MACINTOSH, 142), screens: MAC }, 9],
  [
    {
      userAgent: `${MACINTOSH} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`,
      screens: MAC,
    },
    6,
  ],
  [{ userAgent: chrome(LINUX, 142), screens: DESKTOP }, 2],
  [
    { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', screens: DESKTOP },
    2,
  ],
  [{ userAgent: iphone('18.6'), screens: IPHONE }, 11],
  [{ userAgent: iphone('18.5'), screens: IPHONE }, 5],
  [{ userAgent: iphone('17.6'), screens: IPHONE }, 2],
  [{ userAgent: mobile(142), screens: ANDROID }, 13],
  [{ userAgent: mobile(141), screens: ANDROID }, 6],
  [
    {
      userAgent: chrome('Mozilla/5.0 (Linux; Android 10; K)', 125, '').replace(
        'Chrome/',
        'SamsungBrowser/28.0 Chrome/',
      ),
      screens: ANDROID,
    },
    3,
  ],
  [
    { userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', screens: ANDROID },
    1,
  ],
  [
    {
      userAgent:
        'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      screens: TABLET,
    },
    2,
  ],
];

const pickDevice = createPicker(DEVICES);

/** A person with a browser. The same number is the same person, today and in a month. */
export interface Person {
  readonly number: number;
  readonly country: Country;
  readonly region: string;
  readonly city: string;
  /** BCP 47 as browsers write it. */
  readonly language: string;
  readonly userAgent: string;
  readonly screen: string;
}

/** More persons than a website gets to know on one day. */
const PERSONS_PER_DAY = 2 ** 20;

/** Number of the person who was the `index`th to come to a website for the first time on a day. */
export const personNumber = (day: number, index: number): number => day * PERSONS_PER_DAY + index;

/** Returns the person that a number identifies. */
export const personOf = (site: Pick<TrafficSite, 'seed' | 'pickCountry'>, number: number): Person => {
  const random = createRandom(seedFrom(site.seed, 3, number));
  const country = site.pickCountry(random);
  const [region, city] = country.places[random.int(country.places.length)] ?? ['', ''];
  const { userAgent, screens } = pickDevice(random);
  return {
    number,
    country,
    region,
    city,
    userAgent,
    language: country.languages[random.int(country.languages.length)] ?? '',
    screen: screens[random.int(screens.length)] ?? '',
  };
};

/** The person's address: within the block of a provider of the country. */
export const addressOf = ({ country, number }: Pick<Person, 'country' | 'number'>): string => {
  const [first, bits] = country.block;
  const base = first.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const address = base + (seedFrom(4, number) % 2 ** bits);
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
};
