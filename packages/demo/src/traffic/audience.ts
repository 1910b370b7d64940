import type { Random } from './random.ts';
import { createPicker } from './random.ts';

/** Where people are, and what they speak. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly share: number;
  /** BCP 47, the most common one first. */
  readonly languages: readonly string[];
  /** A region and a city of it each. */
  readonly places: readonly (readonly [region: string, city: string])[];
  /**
   * First address and size (log2) of a block of addresses that a large provider of the country has.
   */
  readonly block: readonly [first: string, bits: number];
}

const country = (
  code: string,
  share: number,
  languages: string,
  block: string,
  places: readonly (readonly [string, string])[],
): Country => {
  const [first = '', prefix = ''] = block.split('/');
  return { code, share, languages: languages.split(' '), places, block: [first, 32 - Number(prefix)] };
};

export const COUNTRIES: readonly Country[] = [
  country('US', 28, 'en-US en-US en-US es-US', '73.0.0.0/8', [
    ['California', 'San Francisco'],
    ['New York', 'New York'],
    ['Texas', 'Austin'],
    ['Washington', 'Seattle'],
  ]),
  country('DE', 12, 'de-DE de en-US', '79.192.0.0/10', [
    ['Land Berlin', 'Berlin'],
    ['Bavaria', 'Munich'],
    ['Hamburg', 'Hamburg'],
  ]),
  country('GB', 9, 'en-GB en', '86.128.0.0/10', [
    ['England', 'London'],
    ['England', 'Manchester'],
    ['Scotland', 'Edinburgh'],
  ]),
  country('FR', 6, 'fr-FR fr', '90.0.0.0/9', [
    ['Île-de-France', 'Paris'],
    ['Auvergne-Rhône-Alpes', 'Lyon'],
  ]),
  country('IN', 8, 'en-IN en-US hi-IN', '49.32.0.0/12', [
    ['Karnataka', 'Bengaluru'],
    ['Maharashtra', 'Mumbai'],
  ]),
  country('CA', 4, 'en-CA fr-CA', '70.24.0.0/13', [
    ['Ontario', 'Toronto'],
    ['Quebec', 'Montreal'],
  ]),
  country('NL', 4, 'nl-NL nl en-US', '84.24.0.0/13', [['North Holland', 'Amsterdam']]),
  country('BR', 5, 'pt-BR', '177.32.0.0/11', [['São Paulo', 'São Paulo']]),
  country('ES', 3, 'es-ES es', '83.32.0.0/11', [['Madrid', 'Madrid']]),
  country('IT', 3, 'it-IT it', '79.0.0.0/10', [['Lombardy', 'Milan']]),
  country('PL', 3, 'pl-PL pl', '83.0.0.0/11', [['Mazovia', 'Warsaw']]),
  country('JP', 4, 'ja ja-JP', '126.0.0.0/8', [['Tokyo', 'Tokyo']]),
  country('AU', 3, 'en-AU', '1.120.0.0/13', [['New South Wales', 'Sydney']]),
  country('SE', 2, 'sv-SE en-US', '81.224.0.0/12', [['Stockholm County', 'Stockholm']]),
  country('CH', 2, 'de-CH fr-CH', '85.0.0.0/13', [['Zurich', 'Zurich']]),
  country('KR', 2, 'ko-KR', '175.192.0.0/10', [['Seoul', 'Seoul']]),
  country('MX', 2, 'es-MX', '187.128.0.0/10', [['Mexico City', 'Mexico City']]),
];

/** Countries of a website's audience: the country of its time zone far ahead of the others. */
export const createCountryPicker = (home: string): ((random: Random) => Country) =>
  createPicker(COUNTRIES.map((item) => [item, item.code === home ? 80 : item.share]));
