/** The folder for temporary files of a test run: in memory where possible, because the disks of test machines are slow. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'longtake-test-'
/** A complete run needs less than half of it. */
const MIN_FREE_BYTES = 4 * 2 ** 30

const hasMemoryFolder = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MIN_FREE_BYTES
  } catch {
    return false
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Creates the folder, makes it the default for this process and its children, and deletes it when the process ends. */
export const useTempFolder = (): void => {
  const parent = hasMemoryFolder() ? MEMORY : os.tmpdir()
  // Folders of runs that were killed, one of which may have had this process's id.
  for (const name of readdirSync(parent)) {
    const pid = Number(name.slice(PREFIX.length))
    if (name.startsWith(PREFIX) && (pid === process.pid || !isRunning(pid)))
      rmSync(path.join(parent, name), { recursive: true, force: true })
  }
  const folder = path.join(parent, `${PREFIX}${process.pid}`)
  mkdirSync(folder)
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}
