import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    isolate: false,
    // Against hangs only: how long a test takes says nothing about whether it is right.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    globalSetup: ['test/support/global-setup.ts'],
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
  },
});
