/** Tests for the data folder's lock, which allows one process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { findLockHolder, lockDirectory, socketPathOf } from './lock.server.ts'

let folder: string
let directory: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-lock-'))
  directory = path.join(folder, 'database')
})
afterEach(() => rmSync(folder, { recursive: true }))

const holdElsewhere = async () => {
  const code = `import { lockDirectory } from ${JSON.stringify(path.resolve('src/platform/db/lock.server.ts'))}
    await lockDirectory(${JSON.stringify(directory)})
    process.stdout.write('held'); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('a locked folder names the process that holds it, and kill -9 frees it', async () => {
  const child = await holdElsewhere()
  const lockedMessage = new RegExp(
    `The shop's data in ${folder} is in use by process ${child.pid}, running since .*\\. Stop that one first, or set DATA_DIR`,
  )
  await expect(lockDirectory(directory)).rejects.toThrow(lockedMessage)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  const release = await lockDirectory(directory)
  release()
})

test('the lock also holds within one process and can be taken again after release', async () => {
  expect(await findLockHolder(directory)).toBeUndefined()
  const release = await lockDirectory(directory)
  expect(await findLockHolder(directory)).toContain(`process ${process.pid}`)
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${process.pid}`)
  release()
  const secondRelease = await lockDirectory(directory)
  secondRelease()
})

test('only one of many concurrent callers gets the lock', async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockDirectory(directory)))
  const acquired = results.filter(result => result.status === 'fulfilled')
  expect(acquired).toHaveLength(1)
  for (const { value: release } of acquired) release()
})

test('a process that holds the lock survives those who ask and do not wait for the answer', async () => {
  const child = await holdElsewhere()
  // It can answer only after they left.
  child.kill('SIGSTOP')
  const clients = Array.from({ length: 20 }, () => net.connect(socketPathOf(directory)))
  await Promise.all(clients.map(client => once(client, 'connect')))
  for (const client of clients) client.destroy()
  child.kill('SIGCONT')
  expect(await findLockHolder(directory)).toContain(`process ${child.pid}`)
  expect(child.exitCode).toBeNull()
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
})
