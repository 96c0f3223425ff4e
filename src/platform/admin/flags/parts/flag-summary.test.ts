import { expect, test } from 'vitest'

import { formatFlagAudience } from './flag-summary.ts'

test.each([
  [{ is_on: false, share: 100, people: 3, workspaces: 0 }, 'Off'],
  [{ is_on: true, share: 100, people: 3, workspaces: 0 }, 'On for everyone'],
  [{ is_on: true, share: 0, people: 0, workspaces: 0 }, 'Not on for anyone yet'],
  [{ is_on: true, share: 25, people: 1, workspaces: 2 }, 'On for 25 % of devices, 1 person, 2 workspaces'],
] as const)('%o is shown as "%s"', (state, summary) => {
  expect(formatFlagAudience(state)).toBe(summary)
})
