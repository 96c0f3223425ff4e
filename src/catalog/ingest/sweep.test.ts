import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, test } from 'vitest'

import { sweepBenches } from './sweep.server.ts'

const now = new Date('2026-03-10T12:00:00Z')
const days = (n: number) => new Date(now.getTime() - n * 86_400_000)

test('a bench that nobody came back to for a week goes; one that waits, or was touched since, stays', async () => {
  const data_dir = mkdtempSync(path.join(tmpdir(), 'benches-'))
  /** `touched`: the master's age in days, and that of a preview. */
  const lay = (name: string, ...[master, preview]: [number, number]) => {
    const bench = path.join(data_dir, 'ingest', name)
    const files = { master, 'renditions/preview.mp4': preview }
    mkdirSync(path.join(bench, 'renditions'), { recursive: true })
    for (const [file, age] of Object.entries(files)) {
      writeFileSync(path.join(bench, file), 'footage')
      utimesSync(path.join(bench, file), days(age), days(age))
    }
    for (const folder of [path.join(bench, 'renditions'), bench]) utimesSync(folder, days(master), days(master))
    return bench
  }
  const failed = lay('failed', 8, 8)
  const stays = [lay('waiting', 30, 30), lay('working', 30, 1), lay('fresh', 6, 6)]
  const waits = async (_name: string, key: string) => key === 'waiting'
  const sweep = () => sweepBenches({ config: { data_dir }, jobs: { waits }, clock: { now: () => now } })
  await sweep()
  expect(existsSync(failed)).toBe(false)
  expect(stays.map(existsSync)).toEqual([true, true, true])
  await sweep()
})

test('a shop that took nothing in has nothing to clear', async () => {
  const clock = { now: () => now }
  const config = { data_dir: path.join(tmpdir(), 'no-such-folder') }
  await expect(sweepBenches({ config, jobs: { waits: async () => false }, clock })).resolves.toBeUndefined()
})
