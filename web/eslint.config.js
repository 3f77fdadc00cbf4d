// SPDX-License-Identifier: MIT
// What the compiler does not see: promises nobody waits for, values nobody needs, components with mistakes.
import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import config from './svelte.config.js';

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/sw.js'] },
  ...tseslint.configs.recommended,
  ...svelte.configs.recommended,
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig: config } } },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      'svelte/prefer-svelte-reactivity': 'off', // collections here are made, filled and given away
    },
  },
  {
    // What comes from outside is looked at (web/src/shape.ts). A cast believes it unseen; only those to the browser's own types are about
    // something that cannot be otherwise, and `as const` is none. Any other one says why it is needed.
    ignores: ['**/tests/**', '**/*.test.ts', '**/tools/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression:not([typeAnnotation.typeName.name=/^(const|Element|((HTML|SVG)\\w*Element)|\\w+Event)$/])',
          message: 'A cast believes what nobody has looked at: check its shape instead.',
        },
        { selector: 'TSTypeAssertion', message: 'A cast believes what nobody has looked at: check its shape instead.' },
      ],
    },
  },
);
