import { describe, expect, test } from 'vitest'

import { nameFromFile, resolveMetadata } from './metadata.ts'
import { formatElapsed, formatProgress } from './progress.ts'
import { formatReport, type FileReport } from './report.ts'

test.each([
  ['harbor_at-dusk.v2.mov', 'Harbor at dusk v2'],
  ['A012_C003_0412XY.MXF', 'A012 C003 0412XY'],
  ['night/été.mp4', 'Été'],
  ['a\nb\u001B[31m.mov', 'A b [31m'],
  ['___.mov', 'Untitled'],
])('a file %j without a title is named %j', (file, name) => expect(nameFromFile(file)).toBe(name))

describe('without a manifest', () => {
  const ownersOf = (folder: string, file: string, options = {}) => {
    const metadata = resolveMetadata({ folder, file, ...options })
    return metadata && [metadata.filmmaker, metadata.shoot]
  }
  test('the folder of a file names its shoot, and the one above its filmmaker', () => {
    expect(ownersOf('/media/in', 'Ada Reyes/Northern shore/a.mov')).toEqual(['Ada Reyes', 'Northern shore'])
    expect(ownersOf('/media/Ada Reyes', 'Northern shore/a.mov')).toEqual(['Ada Reyes', 'Northern shore'])
  })
  test('folders above the ingested one never name anything', () => {
    expect(ownersOf('/home/somebody/Northern shore', 'a.mov')).toBeNull()
    expect(ownersOf('/home/somebody/Northern shore', 'a.mov', { filmmaker: 'Ada Reyes' })).toEqual([
      'Ada Reyes',
      'Northern shore',
    ])
  })
  test('a manifest row takes precedence over options, and options over folders', () => {
    const row = { line: 2, file: 'x/a.mov', filmmaker: 'Ines Marlow' }
    const options = { row, filmmaker: 'Ada Reyes', shoot: 'Salt' }
    expect(ownersOf('/in', 'x/a.mov', options)).toEqual(['Ines Marlow', 'Salt'])
  })
})

describe('progress', () => {
  const half = { total: 4, done: 2, total_bytes: 400e6, done_bytes: 200e6, current: 'c.mov' }
  test('shows the rate and the time left, from files that took work', () => {
    expect(formatProgress({ ...half, worked_bytes: 100e6, worked_ms: 50_000 }, 120)).toBe(
      `${'█'.repeat(12)}${'░'.repeat(12)} 2 of 4 · 2.0 MB/s · about 2 min left · c.mov`,
    )
  })
  test('shows no rate before any file took work, and respects the width', () => {
    expect(formatProgress({ ...half, worked_bytes: 0, worked_ms: 0 }, 34)).toBe(
      `${'█'.repeat(12)}${'░'.repeat(12)} 2 of 4 ·…`,
    )
  })
  test.each([
    [10, '1 s'],
    [59_000, '59 s'],
    [240_000, '4 min'],
    [4_800_000, '1 h 20 min'],
  ])('%d ms is %s', (ms, text) => expect(formatElapsed(ms)).toBe(text))
})

test('a report counts each kind once and lists reasons', () => {
  const reports: FileReport[] = [
    {
      file: 'a.mov',
      outcome: { outcome: 'ingested', clip_id: 7, notes: ['It begins with 2 s of black: trim it.'] },
      publish: false,
    },
    { file: 'b.mov', outcome: { outcome: 'ingested', clip_id: 8, notes: [] }, publish: true },
    { file: 'c.mov', outcome: { outcome: 'there', clip_id: 3 }, publish: true },
    { file: 'd\n.mov', outcome: { outcome: 'refused', reason: 'The file is empty.' }, publish: false },
  ]
  expect(formatReport(reports, { elapsed_ms: 61_000, left_alone: 1, not_begun: 2 })).toEqual([
    '4 files in 1 min: 1 published, 1 in review, 1 in the shop already, 1 refused.',
    '1 other file was left alone.',
    '',
    'Refused:',
    '  d .mov: The file is empty.',
    '',
    'Worth a look:',
    '  a.mov, clip 7: It begins with 2 s of black: trim it.',
    '',
    'Stopped with 2 to go: run the same command to continue.',
  ])
})
