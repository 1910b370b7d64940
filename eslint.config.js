import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/node_modules/', '.data/', '**/*.min.js', 'packages/client/src/generated/'] },
  { files: ['**/*.js'], ...js.configs.recommended },
  // Scripts that pages load.
  { files: ['services/*/src/**/*.js', 'gateway/src/**/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['packages/local/*.js', 'packages/local/start/*.js'], languageOptions: { globals: globals.node } },
  {
    files: ['services/*/src/**', 'gateway/src/**', 'packages/*/src/**'],
    plugins: { regexp },
    // Text from outside could hold a process for minutes.
    rules: { 'regexp/no-super-linear-backtracking': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [js.configs.recommended, ...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './packages/web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'max-lines': ['error', { max: 400 }],
      // Numbers and booleans in a template read well and can't surprise.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // The habits of this repository; CONTRIBUTING.md lists them.
      'max-len': ['error', { code: 1_000, comments: 100, ignoreUrls: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'FunctionDeclaration[generator=false]',
          message: 'Functions are arrows in a const: const f = () => ….',
        },
        {
          selector: 'SpreadElement > ObjectExpression',
          message: 'Write the fields: a spread literal outwits Prettier and the check for excess properties.',
        },
        {
          selector: 'ImportSpecifier[importKind="type"]',
          message: 'Types have an import of their own: import type { X } from ….',
        },
        {
          selector: ':not(MethodDefinition) > FunctionExpression ThisExpression',
          message: 'Factories close over their state: a method that uses `this` breaks when destructured.',
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-console': 'error',
      // There are no enums (`erasableSyntaxOnly`) and hardly a class, and these take a third of the time.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-mixed-enums': 'off',
    },
  },
  {
    files: [
      'services/**/src/**/*.ts',
      'gateway/src/**/*.ts',
      'packages/{errors,runtime,http,identity,database,queue,guard,page-access,secrets,mailer}/src/**/*.ts',
    ],
    ignores: [
      '**/src/main.ts',
      '**/src/worker.ts',
      '**/src/**/*-worker.ts',
      '**/src/migrate.ts',
      '**/src/migrate-all.ts',
      '**/src/load.ts',
      '**/src/health-check.ts',
      '**/src/**/{cli,render-cli}.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Settings are read where a process starts, and passed on.',
        },
      ],
    },
  },
  {
    files: ['**/test/**/*.ts'],
    rules: {
      // supertest's `response.body` is `any`: tests assert on it, which is the check.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines': 'off',
    },
  },
  prettier,
);
