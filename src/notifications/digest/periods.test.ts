/** Digests go out at 8:00 in the user's time zone, across clock changes and however late the job runs. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { DigestPace } from '../../accounts/digest-pace.ts'
import { isTimeZone, resolveTimeZone } from '../../accounts/time-zone.ts'
import { getDigestDay, getDigestWeek, isDue, getItemsPeriod, getLocalTime, getWeekPeriod } from './periods.ts'

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
const HOUR = 60 * minute
const DAY = 24 * HOUR

/** Every 8:00 of a zone within a span, found by reading its clock every 15 minutes. */
const listDueTimes = (zone: string, from: number, until: number, monday: boolean): number[] => {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    timeStyle: undefined,
    hour: '2-digit',
    minute: '2-digit',
  })
  const dueTimes: number[] = []
  for (let at = Math.ceil(from / (15 * minute)) * 15 * minute; at <= until; at += 15 * minute) {
    const clockText = clock.format(at)
    if (clockText.endsWith('08:00') && (!monday || clockText.startsWith('Mon'))) dueTimes.push(at)
  }
  return dueTimes
}

/** Days around which some of the zones change their clocks. */
const startDays = [
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

const scenario = fc.record({
  zone: fc.constantFrom(...zones),
  start: fc.constantFrom(...startDays).map(name => Date.parse(`${name}T00:00:00Z`)),
  /** Minutes between two runs of the job, including late and simultaneous runs. */
  gaps: fc.array(fc.oneof(fc.constant(0), fc.constant(5), fc.integer({ min: 1, max: 3 * 24 * 60 })), {
    minLength: 5,
    maxLength: 60,
  }),
  /** When items were queued, in minutes from the start. */
  news: fc.array(fc.integer({ min: 0, max: 14 * 24 * 60 }), { maxLength: 30 }),
})

test.each(['daily', 'weekly'] as const)(
  '%s: each item is sent once, by the first run after the next 8:00, and each period has one mail',
  pace => {
    fc.assert(
      fc.property(scenario, ({ zone, start, gaps, news }) => {
        const reader = { digest_pace: pace, time_zone: zone }
        const until = start + 24 * DAY
        const dueTimes = listDueTimes(zone, start, until, pace === 'weekly')
        const runs = gaps.map((_, n) => start + gaps.slice(0, n + 1).reduce((sum, gap) => sum + gap, 0) * minute)
        const sentPeriods = new Set<string>()
        const waiting = new Set(news.map((_, n) => n))
        const sentAt = new Map<number, number>()
        for (const run of runs) {
          if (run > until) break
          const now = new Date(run)
          const due = [...waiting].filter(n => {
            const at = start + (news[n] ?? 0) * minute
            return at <= run && isDue(reader, new Date(at), now)
          })
          if (due.length === 0) continue
          const period = getItemsPeriod(reader, now) ?? ''
          expect(sentPeriods).not.toContain(period)
          sentPeriods.add(period)
          for (const n of due) {
            waiting.delete(n)
            sentAt.set(n, run)
          }
        }
        for (const [n, after] of news.entries()) {
          const at = start + after * minute
          const first = dueTimes.find(time => time > at)
          const run = first === undefined ? undefined : runs.find(time => time >= first && time <= until)
          expect(sentAt.get(n)).toBe(run)
        }
      }),
      { numRuns: 150 },
    )
  },
)

test.each(zones)('%s has one digest a day and one a week, across a year of clock changes', zone => {
  const [from, until] = [Date.parse('2025-01-01T00:00:00Z'), Date.parse('2026-01-01T00:00:00Z')]
  const days = new Map<string, number>()
  const weeks = new Map<string, number>()
  for (let at = from; at <= until; at += HOUR) {
    const [today, week] = [getDigestDay(new Date(at), zone), getDigestWeek(new Date(at), zone)]
    if (!days.has(today)) days.set(today, at)
    if (!weeks.has(week)) weeks.set(week, at)
  }
  // The first of each may have started before the year.
  const completeDays = [...days].slice(1)
  expect(completeDays.length).toBeGreaterThanOrEqual(364)
  const clock = (at: number) => getLocalTime(new Date(at), zone)
  for (const [name, at] of completeDays) expect([name, clock(at).hour]).toEqual([clock(at).day, 8])
  for (const [name, at] of [...weeks].slice(1)) {
    expect(clock(at)).toEqual({ day: name, hour: 8 })
    expect(new Date(`${name}T00:00:00Z`).getUTCDay()).toBe(1)
  }
  expect([...days.keys()]).toEqual([...days.keys()].toSorted())
})

test('readers with immediate or no delivery have no period, and moving to another zone repeats no day', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const reader = (digest_pace: DigestPace, time_zone: string | null = null) => ({ digest_pace, time_zone })
  expect(isDue(reader('immediate'), now, now)).toBe(true)
  expect(isDue(reader('never'), new Date(0), now)).toBe(false)
  expect(getItemsPeriod(reader('immediate'), now)).toBeUndefined()
  expect(getItemsPeriod(reader('daily'), now)).toBe('day 2026-03-02')
  expect(getItemsPeriod(reader('daily', 'Pacific/Auckland'), now)).toBe('day 2026-03-02')
  expect(getItemsPeriod(reader('daily', 'America/Los_Angeles'), now)).toBe('day 2026-03-01')
  expect(getWeekPeriod(reader('daily', 'America/Los_Angeles'), now)).toBe('week 2026-02-23')
  expect(getWeekPeriod(reader('daily'), now)).toBe('week 2026-03-02')
})

test('a time zone is a name that this machine knows; any other text is UTC', () => {
  for (const name of ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])
    expect(isTimeZone(name)).toBe(true)
  for (const name of ['', '+02:00', 'Mars/Olympus', 'Europe/Berlin\n', `E${'x'.repeat(70)}`])
    expect(isTimeZone(name)).toBe(false)
  expect([resolveTimeZone(null), resolveTimeZone('Mars/Olympus'), resolveTimeZone('Asia/Tokyo')]).toEqual([
    'UTC',
    'UTC',
    'Asia/Tokyo',
  ])
})
