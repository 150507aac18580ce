import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const at = (path: string) => resolve(import.meta.dirname, path)

// The longer name first: an alias also matches everything that begins with it.
const alias = {
  '@contract/schemas': at('src-preload/contract/schemas.ts'),
  '@contract': at('src-preload/contract/index.ts'),
}

// Generous, because two slow cores also run child processes and real databases in these tests.
const limits = { testTimeout: 20_000, hookTimeout: 20_000 }

export default defineConfig({
  test: {
    globalSetup: at('resources/scripts/vitest-setup.mjs'),
    passWithNoTests: true, // the script that counts decides that nothing run is a failure
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'works',
          environment: 'node',
          include: ['src-main/**/*.test.ts', 'src-preload/**/*.test.ts'],
          ...limits,
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'window',
          environment: 'happy-dom',
          include: ['src-renderer/**/*.test.ts', 'src-renderer/**/*.test.tsx'],
          ...limits,
        },
      },
      {
        test: {
          name: 'scripts',
          environment: 'node',
          include: ['resources/scripts/**/*.test.mjs'],
          ...limits,
        },
      },
    ],
  },
})
