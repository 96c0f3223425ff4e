/** One process on a data folder: the lock that the kernel keeps. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { holderOf, lockDirectory } from './lock.server.ts'

let folder: string
let data: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-lock-'))
  data = path.join(folder, 'database')
})
afterEach(() => rmSync(folder, { recursive: true }))

const holdElsewhere = async () => {
  const code = `import { lockDirectory } from ${JSON.stringify(path.resolve('src/platform/lock.server.ts'))}
    await lockDirectory(${JSON.stringify(data)})
    process.stdout.write('held'); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('a folder that another process holds says which one and since when; after kill -9 it is free', async () => {
  const child = await holdElsewhere()
  const held = new RegExp(
    `The shop's data in ${folder} is in use by process ${child.pid}, running since .*\\. Stop that one first, or set DATA_DIR`,
  )
  await expect(lockDirectory(data)).rejects.toThrow(held)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  const release = await lockDirectory(data)
  release()
})

test('within one process it is held once too, and freed for the next', async () => {
  expect(await holderOf(data)).toBeUndefined()
  const release = await lockDirectory(data)
  expect(await holderOf(data)).toContain(`process ${process.pid}`)
  await expect(lockDirectory(data)).rejects.toThrow(`in use by process ${process.pid}`)
  release()
  const again = await lockDirectory(data)
  again()
})

test('of many that start at once, one gets it', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockDirectory(data)))
  const got = tries.filter(one => one.status === 'fulfilled')
  expect(got).toHaveLength(1)
  for (const { value: release } of got) release()
})
