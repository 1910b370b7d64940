import type { Country } from './audience.ts';
import { pickDevice } from './devices.ts';
import { createRandom, seedFrom } from './random.ts';
import type { TrafficSite } from './site.ts';

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

/** Who a number stands for. */
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
