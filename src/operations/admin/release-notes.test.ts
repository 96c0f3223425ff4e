import { expect, test } from 'vitest'

import { readChangelog, VERSION } from '#platform/version.server.ts'

import { parseChangelog } from './release-notes.ts'

test('releases have their notes by area, and other lines are left out', () => {
  const markdown = '# Changelog\n\n## 0.2.0\n\nAbout it.\n\n- **Search**: Finds `more`.\n- Faster.\n\n## 0.1.0\n'
  expect(parseChangelog(markdown)).toEqual([
    {
      title: '0.2.0',
      notes: [
        { area: 'Search', text: 'Finds `more`.' },
        { area: '', text: 'Faster.' },
      ],
    },
    { title: '0.1.0', notes: [] },
  ])
})

test('the changelog of this version begins with it', () => {
  const [latest] = parseChangelog(readChangelog())
  expect(latest?.title.split(' ')[0]).toBe(VERSION)
  expect(latest?.notes.length).toBeGreaterThan(0)
})
