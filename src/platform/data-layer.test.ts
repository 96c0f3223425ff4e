/** What the data layer is told: the document says it all, and none of it says who somebody is. */
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { eventsTold } from './events-told.ts'

const events = Object.entries(eventsTold)

test('docs/analytics.md lists every event with its facts, and no other', () => {
  const rows = events.map(([name, { when, facts }]) => {
    const kinds = Object.entries(facts).map(([fact, kind]) => `\`${fact}\` (${kind})`)
    return `| \`${name}\` | ${when} | ${kinds.join(', ')} |`
  })
  const document = readFileSync('docs/analytics.md', 'utf8')
  expect(document.split('\n').filter(line => line.startsWith('| `'))).toEqual(rows)
})

test('no fact is somebody’s', () => {
  const person = /user|person|name|mail|phone|address|company|workspace|token|session|device|hash|ip$/
  for (const [event, { facts }] of events)
    for (const fact of Object.keys(facts)) expect(fact, event).not.toMatch(person)
})
