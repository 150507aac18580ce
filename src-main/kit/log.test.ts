import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileLog } from './log.ts'
import { readOr, tempFolder, until } from './testing.ts'

describe('the diary', () => {
  it('keeps a line for each message, with the stack of what caused it, also over two starts', async () => {
    const folder = path.join(tempFolder(), 'new')
    const file = path.join(folder, 'signalbox.log')
    fileLog(folder).info('started')
    await until('the first line is there', () => readOr(file, '').includes('started\n'))
    const log = fileLog(folder)
    log.error('went wrong', new Error('the reason'))
    log.error('alone')
    await until('all lines are there', () => readOr(file, '').includes('alone'))
    const lines = readFileSync(file, 'utf8').split('\n')
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info started$/)
    expect(lines[1]).toMatch(/Z error went wrong: Error: the reason$/)
    expect(lines.at(-2)).toMatch(/Z error alone$/)
  })
})
