import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    isolate: false,
    maxWorkers: 2,
    // Against hangs only: how long a test takes says nothing about whether it is right.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    globalSetup: ['test/support/global-setup.ts'],
    include: [
      'packages/**/*.test.ts',
      'apps/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'simulation/*.test.ts',
    ],
  },
});
