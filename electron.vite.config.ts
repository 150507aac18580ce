import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

// The oldest runtime we run on is Electron 33 (Node 20.18, Chromium 130). electron-vite would otherwise
// take its targets from the newer release that package.json declares.
const NODE = 'node20.18'
const CHROME = 'chrome130'

const at = (path: string) => resolve(import.meta.dirname, path)

// The longer name first: an alias also matches everything that begins with it.
const alias = {
  '@contract/schemas': at('src-preload/contract/schemas.ts'),
  '@contract': at('src-preload/contract/index.ts'),
}

/** Every program of the main floor is its own file in out/main: the window's, the headless one, child processes. */
const mainInputs = existing({
  index: 'src-main/index.ts',
  cli: 'src-main/cli.ts',
  keeper: 'src-main/kit/keeper.ts',
  'host-loop': 'src-main/harness/loop/host.ts',
  'host-rehearsal': 'src-main/harness/rehearsal/host.ts',
})
const preloadInputs = existing({ index: 'src-preload/index.ts' })
const rendererInputs = existing({ index: 'src-renderer/index.html' })

/** A missing entry is left out, so the floors can be built one after another. */
function existing(inputs: Record<string, string>) {
  const found = Object.entries(inputs).filter(([, path]) => existsSync(at(path)))
  return found.length > 0 ? Object.fromEntries(found.map(([name, path]) => [name, at(path)])) : undefined
}

export default defineConfig({
  ...(mainInputs && {
    main: {
      resolve: { alias },
      build: {
        target: NODE,
        outDir: at('out/main'),
        sourcemap: true,
        externalizeDeps: true, // `dependencies` only: native modules. What is in devDependencies gets bundled.
        chunkSizeWarningLimit: 4000,
        rolldownOptions: {
          input: mainInputs,
          output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
        },
      },
    },
  }),
  ...(preloadInputs && {
    preload: {
      resolve: { alias },
      build: {
        target: NODE,
        outDir: at('out/preload'),
        externalizeDeps: false, // a sandboxed preload can require nothing but electron
        isolatedEntries: true,
        rolldownOptions: { input: preloadInputs, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
      },
    },
  }),
  ...(rendererInputs && {
    renderer: {
      root: at('src-renderer'),
      resolve: { alias },
      plugins: [react()],
      build: {
        target: CHROME,
        outDir: at('out/renderer'),
        minify: 'oxc',
        chunkSizeWarningLimit: 4000,
        rolldownOptions: { input: rendererInputs },
      },
    },
  }),
})
