import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    isolate: false,
    globalSetup: ['test/support/global-setup.ts'],
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
  },
});
