import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'

import { sweepWorkFolders } from './sweep.server.ts'

const now = new Date('2026-03-10T12:00:00Z')
const days = (n: number) => new Date(now.getTime() - n * DAY_MS)

test('work folders without changes for a week are removed, except queued ones', async () => {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'benches-'))
  /** `master` and `preview` are the ages of these files in days. */
  const createWorkFolder = (name: string, ...[master, preview]: [number, number]) => {
    const workFolder = path.join(data_dir, 'ingest', name)
    const files = { master, 'renditions/preview.mp4': preview }
    mkdirSync(path.join(workFolder, 'renditions'), { recursive: true })
    for (const [file, age] of Object.entries(files)) {
      writeFileSync(path.join(workFolder, file), 'footage')
      utimesSync(path.join(workFolder, file), days(age), days(age))
    }
    for (const folder of [path.join(workFolder, 'renditions'), workFolder])
      utimesSync(folder, days(master), days(master))
    return workFolder
  }
  const abandoned = createWorkFolder('failed', 8, 8)
  const retained = [
    createWorkFolder('waiting', 30, 30),
    createWorkFolder('working', 30, 1),
    createWorkFolder('fresh', 6, 6),
  ]
  const waits = async (_name: string, key: string) => key === 'waiting'
  const sweep = () => sweepWorkFolders({ config: { data_dir }, jobs: { isPending: waits }, clock: { now: () => now } })
  await sweep()
  expect(existsSync(abandoned)).toBe(false)
  expect(retained.map(existsSync)).toEqual([true, true, true])
  await sweep()
})

test('a shop without any ingest has nothing to sweep', async () => {
  const clock = { now: () => now }
  const config = { data_dir: path.join(tmpdir(), 'no-such-folder') }
  await expect(sweepWorkFolders({ config, jobs: { isPending: async () => false }, clock })).resolves.toBeUndefined()
})
