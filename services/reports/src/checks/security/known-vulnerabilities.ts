export type Vulnerability = readonly [from: string, safe: string, name: string];

/** Known vulnerabilities by library: [from, fixed in, advisory], one for each branch. */
export const VULNERABILITIES: ReadonlyMap<string, readonly Vulnerability[]> = new Map<
  string,
  readonly Vulnerability[]
>([
  ['jquery', [['0', '3.5.0', 'CVE-2020-11023']]],
  ['jquery-ui', [['0', '1.13.2', 'CVE-2022-31160']]],
  [
    'bootstrap',
    [
      ['0', '3.4.1', 'CVE-2019-8331'],
      ['4.0.0', '4.3.1', 'CVE-2019-8331'],
    ],
  ],
  ['angular', [['0', '1.8.0', 'CVE-2020-7676']]],
  ['lodash', [['0', '4.17.21', 'CVE-2021-23337']]],
  [
    'moment',
    [
      ['0', '2.19.3', 'CVE-2017-18214'],
      ['2.18.0', '2.29.4', 'CVE-2022-31129'],
    ],
  ],
  ['handlebars', [['0', '4.7.7', 'CVE-2021-23369']]],
  // It has no CVE: this is Snyk's number.
  ['vue', [['0', '2.5.17', 'npm:vue:20180802']]],
  [
    'axios',
    [
      ['0', '0.28.0', 'CVE-2023-45857'],
      ['1.0.0', '1.6.0', 'CVE-2023-45857'],
    ],
  ],
  [
    'dompurify',
    [
      ['0', '2.5.4', 'CVE-2024-45801'],
      ['3.0.0', '3.1.3', 'CVE-2024-45801'],
    ],
  ],
  [
    'tinymce',
    [
      ['0', '5.10.9', 'CVE-2023-48219'],
      ['6.0.0', '6.7.3', 'CVE-2023-48219'],
    ],
  ],
  ['swiper', [['0', '6.5.1', 'CVE-2021-23370']]],
]);
