import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { addUp, playwrightCounts, single, vitestCounts } from './counts.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-counts-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

function report(value) {
  const file = path.join(folder, 'report.json')
  fs.writeFileSync(file, JSON.stringify(value))
  return file
}

const unit = (parts) =>
  report({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [],
    ...parts,
  })

it('counts a test file that does not load as a failure', () => {
  const file = unit({ testResults: [{ status: 'failed', assertionResults: [] }] })
  expect(vitestCounts(file, 1)).toMatchObject({ passed: 3, failed: 1, skipped: 1 })
})

it('counts a tool that ends badly although every test passed as a failure', () => {
  expect(vitestCounts(unit({}), 1)).toMatchObject({ passed: 3, failed: 1, note: 'ended with 1' })
  expect(vitestCounts(path.join(folder, 'none.json'), 0)).toMatchObject({ passed: 0, failed: 1 })
})

it('counts a flaky end-to-end test as failed', () => {
  const file = report({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } })
  expect(playwrightCounts(file, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

it('adds parts up', () => {
  expect(addUp([single(true), single(false), { passed: 3, failed: 0, skipped: 4 }])).toEqual({
    passed: 4,
    failed: 1,
    skipped: 4,
  })
})
