import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  // Where a package is driven there is no need to make one.
  testIgnore: process.env.SIGNALBOX_PACKAGED ? 'package.spec.ts' : [],
  workers: 1, // every test is a whole desktop application
  retries: 0, // a test that passes the second time has found something
  timeout: 60_000,
  globalTimeout: 12 * 60_000,
  forbidOnly: Boolean(process.env.CI),
  outputDir: '.cache/e2e',
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
})
