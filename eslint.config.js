import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/node_modules/', '.data/', 'coverage/', '**/*.min.js'] },
  { files: ['**/*.js'], ...js.configs.recommended },
  // Scripts that pages load.
  { files: ['services/*/src/**/*.js'], languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.ts'],
    extends: [js.configs.recommended, ...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 250 }],
      // Numbers and booleans in a template read well and can't surprise.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-console': 'error',
    },
  },
  {
    files: [
      'services/**/src/**/*.ts',
      'gateway/src/**/*.ts',
      'packages/{errors,runtime,http,identity,database,queue,guard,pages}/src/**/*.ts',
    ],
    ignores: ['**/src/main.ts', '**/src/worker.ts', '**/src/migrate.ts', '**/src/**/cli.ts'],
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
