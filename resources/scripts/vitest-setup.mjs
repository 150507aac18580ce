import { ensureBuild } from './steps/build.mjs'

/** Tests of the harness start real host processes out of out/main, so that has to be what the sources say. */
export async function setup() {
  if (process.env.SIGNALBOX_BUILT) return // whoever started us has built, or knows that it fails
  await ensureBuild((text) => console.error(text))
}
