import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../kit/index.ts'
import { until } from '../kit/testing.ts'
import { workspaceOf } from './fixtures/folder.ts'
import { FolderWatch } from './index.ts'

function watched(...folders: string[]) {
  const root = workspaceOf({ 'a.md': '', 'skills/one/SKILL.md': '', 'other/x.md': '' })
  const told: string[][] = []
  const watch = new FolderWatch(root, systemClock, (changed) => told.push(changed))
  onTestFinished(() => watch.close())
  for (const folder of folders) watch.add(folder)
  const at = (...parts: string[]) => path.join(root, ...parts)
  const heard = (folder: string) => told.some((changed) => changed.includes(folder))
  const forget = () => told.splice(0)
  return { watch, told, at, heard, forget }
}
const quiet = () => new Promise((resolve) => setTimeout(resolve, 300))

describe('a folder watch', () => {
  it('tells which of its folders changed: made, written, renamed, removed', async () => {
    const { at, heard, forget } = watched('', 'skills/one')
    writeFileSync(at('skills', 'one', 'SKILL.md'), 'changed')
    await until('the skill is heard', () => heard('skills/one'))
    expect(heard('')).toBe(false)
    forget()
    writeFileSync(at('new.md'), '')
    await until('the new file is heard', () => heard(''))
    forget()
    renameSync(at('new.md'), at('newer.md'))
    await until('the renamed file is heard', () => heard(''))
    forget()
    rmSync(at('newer.md'))
    await until('the removed file is heard', () => heard(''))
  })

  it('tells nothing of sub-folders and of folders that it was not given', async () => {
    const { at, told } = watched('')
    writeFileSync(at('other', 'x.md'), 'changed')
    writeFileSync(at('skills', 'one', 'SKILL.md'), 'changed')
    await quiet()
    expect(told).toEqual([])
  })

  it('tells many changes at once, a few times in all', async () => {
    const { at, told } = watched('')
    for (let number = 0; number < 300; number++) writeFileSync(at(`file${number}.md`), 'x')
    await until('it is told', () => told.length > 0)
    await quiet()
    expect(told.length).toBeLessThan(10)
    expect(told.every((folders) => folders.length === 1)).toBe(true)
  })

  it('hears a folder that comes later, goes, and comes back', async () => {
    const { at, heard, forget } = watched('', 'knowledge')
    mkdirSync(at('knowledge'))
    await until('the new folder is heard', () => heard('knowledge'))
    forget()
    writeFileSync(at('knowledge', 'a.md'), '')
    await until('a file in it is heard', () => heard('knowledge'))
    rmSync(at('knowledge'), { recursive: true })
    await quiet()
    mkdirSync(at('knowledge'))
    await until('it is watched again', () => heard('knowledge'))
    await quiet()
    forget()
    writeFileSync(at('knowledge', 'b.md'), '')
    await until('a file in the new one is heard', () => heard('knowledge'))
  })

  it('hears a folder whose parent was swapped for another, as by a checkout', async () => {
    const { at, heard, forget } = watched('', 'skills/one')
    mkdirSync(at('skills-2', 'one'), { recursive: true })
    await quiet()
    renameSync(at('skills'), at('skills-1'))
    renameSync(at('skills-2'), at('skills'))
    await until('the swap is heard', () => heard('skills/one'))
    await quiet()
    forget()
    writeFileSync(at('skills', 'one', 'new.md'), '')
    await until('a file in the new one is heard', () => heard('skills/one'))
    forget()
    writeFileSync(at('skills-1', 'one', 'SKILL.md'), 'the old one')
    await quiet()
    expect(heard('skills/one')).toBe(false)
  })

  it('tells nothing after it was closed, also of what had changed before', async () => {
    const { watch, at, told } = watched('')
    writeFileSync(at('new.md'), '')
    await new Promise((resolve) => setTimeout(resolve, 20))
    watch.close()
    watch.add('other')
    writeFileSync(at('other', 'x.md'), 'changed')
    await quiet()
    expect(told).toEqual([])
  })

  it('keeps the root and what is to be kept, however many folders are opened after them', async () => {
    const { watch, at, heard } = watched('')
    watch.add('skills', true)
    watch.add('other')
    for (let number = 0; number < 205; number++) {
      mkdirSync(at('other', `f${number}`))
      watch.add(`other/f${number}`)
    }
    await quiet()
    writeFileSync(at('root.md'), '')
    writeFileSync(at('skills', 'new.md'), '')
    writeFileSync(at('other', 'f204', 'new.md'), '')
    await until('all three are heard', () => heard('') && heard('skills') && heard('other/f204'))
  })

  it('does not leave the workspace', async () => {
    const { watch, at, told } = watched()
    watch.add('..')
    watch.add('other/../..')
    watch.add(path.dirname(at()))
    writeFileSync(`${at()}-beside`, '')
    await quiet()
    rmSync(`${at()}-beside`)
    expect(told).toEqual([])
  })
})
