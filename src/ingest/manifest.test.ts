import { describe, expect, test } from 'vitest'

import { readManifest } from './manifest.ts'

const mistakesOf = (csv: string, options = {}) =>
  readManifest(csv, options).mistakes.map(({ line, column, text }) => `${line} ${column} ${text}`)

test('a row has its filled cells, and empty cells are left out', () => {
  const csv = [
    'File,Name,Keywords,Camera Look,time of day,people,releases,flashing,tier',
    'a/one.mov,Harbor at dusk,"harbor, boats, harbor",Point of View,Golden Hour,3,model;property,no,',
    'two.mov,,,,,,,,Signature',
  ].join('\r\n')
  expect(readManifest(csv)).toEqual({
    mistakes: [],
    rows: [
      {
        line: 2,
        file: 'a/one.mov',
        name: 'Harbor at dusk',
        keywords: ['harbor', 'boats'],
        camera_look: 'point-of-view',
        time_of_day: 'golden hour',
        people: 3,
        releases: ['model', 'property'],
        flashing: false,
      },
      { line: 3, file: 'two.mov', tier: 'signature' },
    ],
  })
})

describe('a mistake has its line and column', () => {
  test.each([
    ['name\nHarbor', /^1 file is missing$/],
    ['', /^1 file is missing: the manifest is empty$/],
    ['file,colour\na.mov,red', /^1 colour is not a column we know: file, name/],
    ['file,name,name\na.mov,x,y', /^1 name appears twice$/],
    ['file,name\n,Harbor', /^2 file is needed$/],
    ['file,motion\na.mov,\nb.mov,blurry', /^3 motion “blurry” is not one of realtime, slow-motion/],
    ['file,people\na.mov,many', /^2 people is not a number of people$/],
    ['file,loopable\na.mov,perhaps', /^2 loopable “perhaps” is neither yes nor no$/],
    ['file,releases\na.mov,none', /^2 releases “none” is not one of not-needed, model/],
    ['file,releases\na.mov,not-needed;model', /^2 releases combines not-needed with others$/],
    ['file,name\na.mov,Harbor,more', /^2 name is followed by a cell without a heading$/],
    [`file,name\na.mov,${'x'.repeat(121)}`, /^2 name has more than 120 characters$/],
    [
      `file,keywords\na.mov,"${Array.from({ length: 51 }, (_, i) => `k${i}`).join(',')}"`,
      /^2 keywords has more than 50/,
    ],
    ['file,name\na.mov,"Harbor', /^2 {2}A quote is opened and never closed/],
  ])('%j', (csv, expected) => expect(mistakesOf(csv)).toEqual([expect.stringMatching(expected)]))

  test('all mistakes are reported at once', () => {
    expect(mistakesOf('file,motion,people\na.mov,x,y\nb.mov,z,1')).toHaveLength(3)
  })
})

test('a row to be published needs the fields that buyers search by', () => {
  const csv = 'file,category,motion,publish\na.mov,Oceans,realtime,yes\nb.mov,,,no'
  expect(mistakesOf(csv)).toEqual(['2 camera_look is needed to publish', '2 time_of_day is needed to publish'])
  expect(mistakesOf('file\na.mov', { publish_all: true })).toHaveLength(4)
})
