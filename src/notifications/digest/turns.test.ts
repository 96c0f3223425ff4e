/** Eight o'clock, wherever somebody is, whatever becomes of their clock, and however the job runs. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { DigestPace } from '../../accounts/digest-pace.ts'
import { isTimeZone, zoneOf } from '../../accounts/time-zone.ts'
import { digestDay, digestWeek, isDue, itemsTurn, localTime, weekTurn } from './turns.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Antarctica/Troll',
]
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Every eight o'clock of a zone within a span, found by looking at its clock each quarter of an hour. */
const eights = (zone: string, from: number, until: number, monday: boolean): number[] => {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    timeStyle: undefined,
    hour: '2-digit',
    minute: '2-digit',
  })
  const found: number[] = []
  for (let at = Math.ceil(from / (15 * minute)) * 15 * minute; at <= until; at += 15 * minute) {
    const shown = clock.format(at)
    if (shown.endsWith('08:00') && (!monday || shown.startsWith('Mon'))) found.push(at)
  }
  return found
}

/** Days around which some of the zones change their clocks. */
const starts = [
  '2024-03-08',
  '2024-03-29',
  '2024-04-05',
  '2024-10-04',
  '2024-10-25',
  '2024-11-01',
  '2025-09-05',
  '2026-03-27',
  '2026-11-01',
  '2027-12-30',
]

const story = fc.record({
  zone: fc.constantFrom(...zones),
  start: fc.constantFrom(...starts).map(name => Date.parse(`${name}T00:00:00Z`)),
  /** Minutes between one run of the job and the next; late and twice at once among them. */
  gaps: fc.array(fc.oneof(fc.constant(0), fc.constant(5), fc.integer({ min: 1, max: 3 * 24 * 60 })), {
    minLength: 5,
    maxLength: 60,
  }),
  /** When news came, in minutes from the start. */
  news: fc.array(fc.integer({ min: 0, max: 14 * 24 * 60 }), { maxLength: 30 }),
})

test.each(['daily', 'weekly'] as const)(
  '%s: each piece of news is told once, by the first run after the next eight o’clock, in one mail for each of them',
  pace => {
    fc.assert(
      fc.property(story, ({ zone, start, gaps, news }) => {
        const reader = { digest_pace: pace, time_zone: zone }
        const until = start + 24 * day
        const due_at = eights(zone, start, until, pace === 'weekly')
        const runs = gaps.map((_, n) => start + gaps.slice(0, n + 1).reduce((sum, gap) => sum + gap, 0) * minute)
        const sent = new Set<string>()
        const waiting = new Set(news.map((_, n) => n))
        const told = new Map<number, number>()
        for (const run of runs) {
          if (run > until) break
          const now = new Date(run)
          const due = [...waiting].filter(n => {
            const at = start + (news[n] ?? 0) * minute
            return at <= run && isDue(reader, new Date(at), now)
          })
          if (due.length === 0) continue
          const turn = itemsTurn(reader, now) ?? ''
          expect(sent).not.toContain(turn)
          sent.add(turn)
          for (const n of due) {
            waiting.delete(n)
            told.set(n, run)
          }
        }
        for (const [n, after] of news.entries()) {
          const at = start + after * minute
          const first = due_at.find(eight => eight > at)
          const run = first === undefined ? undefined : runs.find(moment => moment >= first && moment <= until)
          expect(told.get(n)).toBe(run)
        }
      }),
      { numRuns: 150 },
    )
  },
)

test.each(zones)('%s has one digest a day and one a week over years of changed clocks', zone => {
  const [from, until] = [Date.parse('2025-01-01T00:00:00Z'), Date.parse('2026-01-01T00:00:00Z')]
  const days = new Map<string, number>()
  const weeks = new Map<string, number>()
  for (let at = from; at <= until; at += hour) {
    const [today, week] = [digestDay(new Date(at), zone), digestWeek(new Date(at), zone)]
    if (!days.has(today)) days.set(today, at)
    if (!weeks.has(week)) weeks.set(week, at)
  }
  // The first of each may have begun before the year.
  const begun = [...days].slice(1)
  expect(begun.length).toBeGreaterThanOrEqual(364)
  const clock = (at: number) => localTime(new Date(at), zone)
  for (const [name, at] of begun) expect([name, clock(at).hour]).toEqual([clock(at).day, 8])
  for (const [name, at] of [...weeks].slice(1)) {
    expect(clock(at)).toEqual({ day: name, hour: 8 })
    expect(new Date(`${name}T00:00:00Z`).getUTCDay()).toBe(1)
  }
  expect([...days.keys()]).toEqual([...days.keys()].toSorted())
})

test('at once is at once, never is never, and a moved reader has no day twice', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const reader = (digest_pace: DigestPace, time_zone: string | null = null) => ({ digest_pace, time_zone })
  expect(isDue(reader('at_once'), now, now)).toBe(true)
  expect(isDue(reader('never'), new Date(0), now)).toBe(false)
  expect(itemsTurn(reader('at_once'), now)).toBeUndefined()
  expect(itemsTurn(reader('daily'), now)).toBe('day 2026-03-02')
  expect(itemsTurn(reader('daily', 'Pacific/Auckland'), now)).toBe('day 2026-03-02')
  expect(itemsTurn(reader('daily', 'America/Los_Angeles'), now)).toBe('day 2026-03-01')
  expect(weekTurn(reader('daily', 'America/Los_Angeles'), now)).toBe('week 2026-02-23')
  expect(weekTurn(reader('daily'), now)).toBe('week 2026-03-02')
})

test('a zone is one that this machine knows by a name; any other is UTC', () => {
  for (const name of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    expect(isTimeZone(name)).toBe(true)
  for (const name of ['', '+02:00', 'Mars/Olympus', 'Europe/Berlin\n', `E${'x'.repeat(70)}`])
    expect(isTimeZone(name)).toBe(false)
  expect([zoneOf(null), zoneOf('Mars/Olympus'), zoneOf('Asia/Tokyo')]).toEqual(['UTC', 'UTC', 'Asia/Tokyo'])
})
