/** Tests that the analytics documentation matches the events, and that no event identifies a user. */
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { ANALYTICS_EVENTS } from './analytics-events.ts'

const events = Object.entries(ANALYTICS_EVENTS)

test('docs/analytics.md lists exactly the events and their parameters', () => {
  const rows = events.map(([name, { when, params }]) => {
    const kinds = Object.entries(params).map(([param, kind]) => `\`${param}\` (${kind})`)
    return `| \`${name}\` | ${when} | ${kinds.join(', ')} |`
  })
  const document = readFileSync('docs/analytics.md', 'utf8')
  expect(document.split('\n').filter(line => line.startsWith('| `'))).toEqual(rows)
})

test('no parameter identifies a user', () => {
  const personalName = /user|person|name|mail|phone|address|company|workspace|token|session|device|hash|ip$/
  for (const [event, { params }] of events)
    for (const param of Object.keys(params)) expect(param, event).not.toMatch(personalName)
})
