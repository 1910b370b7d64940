/** A library in retire.js' own list of test cases, by the address of its file. */
interface Listed {
  readonly library: string;
  readonly url: (version: string) => string;
  readonly versions: readonly string[];
  /** Where npm has the same file: `package/path`; null where it doesn't. */
  readonly npm: ((version: string) => readonly [name: string, path: string] | null) | null;
  /** The address says nothing. */
  readonly byContentOnly?: true;
}

const CDNJS = 'https://cdnjs.cloudflare.com/ajax/libs';
const JSDELIVR = 'https://cdn.jsdelivr.net/npm';
const either = (make: (minified: '' | '.min') => Omit<Listed, 'library'>): Omit<Listed, 'library'>[] => [
  make(''),
  make('.min'),
];

const LISTED: Readonly<Record<string, readonly Omit<Listed, 'library'>[]>> = {
  jquery: [
    ...either((min) => ({
      url: (version) => `https://code.jquery.com/jquery-${version}.slim${min}.js`,
      versions: ['3.6.0'],
      npm: () => ['jquery', `dist/jquery.slim${min}.js`],
    })),
    ...either((min) => ({
      url: (version) => `https://code.jquery.com/jquery-${version}${min}.js`,
      versions: ['3.6.0', '2.2.4', '1.12.4'],
      npm: () => ['jquery', `dist/jquery${min}.js`],
    })),
  ],
  'jquery-validation': [
    ...either((min) => ({
      url: (version) => `${JSDELIVR}/jquery-validation@${version}/dist/jquery.validate${min}.js`,
      versions: ['1.19.5', '1.15.1'],
      npm: (version) =>
        version === '1.15.1' && min !== '' ? null : ['jquery-validation', `dist/jquery.validate${min}.js`],
    })),
    ...either((min) => ({
      url: (version) => `${CDNJS}/jquery-validate/${version}/jquery.validate${min}.js`,
      versions: ['1.19.5', '1.15.1'],
      npm: null,
    })),
  ],
  'jquery-migrate': either((min) => ({
    url: (version) => `https://code.jquery.com/jquery-migrate-${version}${min}.js`,
    versions: ['3.4.0', '1.4.1'],
    npm: () => ['jquery-migrate', `dist/jquery-migrate${min}.js`],
  })),
  'jquery-ui': either((min) => ({
    url: (version) => `https://code.jquery.com/ui/${version}/jquery-ui${min}.js`,
    versions: ['1.13.1', '1.8.23', '1.7.1'],
    npm: null,
  })),
  'jquery.datatables': either((min) => ({
    url: (version) => `https://cdn.datatables.net/${version}/js/jquery.dataTables${min}.js`,
    versions: ['1.12.1'],
    npm: () => ['datatables.net', `js/jquery.dataTables${min}.js`],
  })),
  'jquery.prettyPhoto': [
    {
      url: (version) => `${CDNJS}/prettyPhoto/${version}/js/jquery.prettyPhoto.min.js`,
      versions: ['3.1.6'],
      npm: null,
    },
    {
      url: (version) => `https://cdn.jsdelivr.net/gh/scaron/prettyphoto@${version}/js/jquery.prettyPhoto.js`,
      versions: ['3.1.6'],
      npm: null,
    },
  ],
  knockout: [
    {
      url: (version) => `${CDNJS}/knockout/${version}/knockout-min.js`,
      versions: ['3.5.0', '3.0.0', '2.2.1', '1.2.1'],
      npm: null,
    },
  ],
  tinyMCE: [
    {
      url: (version) => `${CDNJS}/tinymce/${version}/tinymce.min.js`,
      versions: ['6.1.1', '5.4.0'],
      npm: () => ['tinymce', 'tinymce.min.js'],
    },
    { url: (version) => `${CDNJS}/tinymce/${version}/tinymce.min.js`, versions: ['4.0.20'], npm: null },
  ],
  prototypejs: either((min) => ({
    url: (version) => `${CDNJS}/prototype/${version}/prototype${min}.js`,
    versions: ['1.7.3', '1.5.0'],
    npm: null,
  })),
  ember: [
    {
      url: (version) => `${CDNJS}/ember.js/${version}/ember-${version}.min.js`,
      versions: ['0.9.7'],
      npm: null,
    },
    {
      url: (version) => `${CDNJS}/ember.js/${version}/ember.min.js`,
      versions: ['1.0.0', '2.0.1', '2.16.4'],
      npm: null,
    },
    ...either((min) => ({
      url: (version) => `${CDNJS}/ember.js/${version}/ember.prod${min}.js`,
      versions: ['3.1.0'],
      npm: null,
    })),
    {
      url: (version) => `${CDNJS}/ember.js/${version}/ember-template-compiler.min.js`,
      versions: ['4.1.0', '4.6.0'],
      npm: null,
    },
  ],
  vue: [
    {
      url: (version) => `${JSDELIVR}/vue@${version}`,
      versions: ['3.2.37', '3.2.36', '2.7.6', '1.0.28'],
      npm: (version) => ['vue', version.startsWith('3') ? 'dist/vue.global.js' : 'dist/vue.js'],
    },
    {
      url: (version) => `${CDNJS}/vue/${version}/vue.global.prod.min.js`,
      versions: ['3.2.37', '3.2.36'],
      // Minified once more by its host.
      npm: null,
    },
    {
      url: (version) => `${CDNJS}/vue/${version}/vue.min.js`,
      versions: ['2.7.6', '1.0.28'],
      npm: () => ['vue', 'dist/vue.min.js'],
    },
  ],
  DOMPurify: [
    {
      url: (version) => `https://raw.githubusercontent.com/cure53/DOMPurify/${version}/dist/purify.min.js`,
      versions: ['1.0.1', '1.0.11', '2.3.10', '2.0.12'],
      npm: () => ['dompurify', 'dist/purify.min.js'],
      byContentOnly: true,
    },
  ],
};

/** One file of retire.js' list. */
export interface ListedFile {
  readonly library: string;
  readonly version: string;
  readonly url: string;
  readonly npm: readonly [name: string, path: string] | null;
  readonly byContentOnly: boolean;
}

/**
 * The files of retire.js' own list (repository/testcases.json, Apache-2.0), but for those that have no
 * library with a known vulnerability, and two addresses of somebody's chunks that change.
 */
export const RETIRE_LIST: readonly ListedFile[] = Object.entries(LISTED).flatMap(([library, files]) =>
  files.flatMap(({ url, versions, npm, byContentOnly = false }) =>
    versions.map((version) => ({
      library,
      version,
      url: url(version),
      npm: npm?.(version) ?? null,
      byContentOnly,
    })),
  ),
);
