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
);
