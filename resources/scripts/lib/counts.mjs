import { readJson } from './fingerprint.mjs'

/** One thing that counts as one test. */
export const single = (good, note) => ({ passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0, note })

export function addUp(counts) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const one of counts) for (const key of Object.keys(sum)) sum[key] += one[key]
  return sum
}

/** A tool that ends badly without one failed test (it crashed, a file did not load) is one failure itself. */
function guarded(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1, note: `ended with ${code}` } : counts
}

export function vitestCounts(file, code) {
  const report = readJson(file)
  if (!report) return { ...single(false), note: 'wrote no report' }
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length, // a file that does not load has no tests to fail
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return guarded(counts, code)
}

export function playwrightCounts(file, code) {
  const report = readJson(file)
  if (!report) return { ...single(false), note: 'wrote no report' }
  const { expected, unexpected, flaky, skipped } = report.stats
  return guarded({ passed: expected, failed: unexpected + flaky, skipped }, code)
}
