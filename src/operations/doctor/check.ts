/** What the doctor finds: one line of its table per check. */
export const checkStatuses = ['ok', 'warn', 'fail'] as const
export type CheckStatus = (typeof checkStatuses)[number]

export type Check = {
  name: string
  status: CheckStatus
  /** What was found. */
  finding: string
  /** What to do, unless everything is right. */
  advice?: string
}

export const ok = (name: string, finding: string): Check => ({ name, status: 'ok', finding })
export const warn = (name: string, finding: string, advice: string): Check => ({
  name,
  status: 'warn',
  finding,
  advice,
})
export const fail = (name: string, finding: string, advice: string): Check => ({
  name,
  status: 'fail',
  finding,
  advice,
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Formats a duration with its largest unit: "3 minutes". */
export const formatAge = (ms: number): string => {
  const [unit, size] =
    ms >= 2 * DAY_MS
      ? (['day', DAY_MS] as const)
      : ms >= 2 * HOUR_MS
        ? (['hour', HOUR_MS] as const)
        : ms >= MINUTE_MS
          ? (['minute', MINUTE_MS] as const)
          : (['second', 1_000] as const)
  const count = Math.floor(Math.max(ms, 0) / size)
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`
}

const MARKS: Record<CheckStatus, string> = { ok: 'ok', warn: 'WARN', fail: 'FAIL' }

/** Formats the table for a terminal, with what to do under each line that needs something. */
export const formatChecks = (checks: readonly Check[]): string => {
  const nameWidth = Math.max(...checks.map(({ name }) => name.length))
  const indent = ' '.repeat(8 + nameWidth)
  const lines = checks.map(({ name, status, finding, advice }) =>
    [
      `${MARKS[status].padEnd(4)}  ${name.padEnd(nameWidth)}  ${finding.replaceAll('\n', `\n${indent}`)}`,
      ...(advice === undefined ? [] : [`${indent}→ ${advice.replaceAll('\n', `\n${indent}  `)}`]),
    ].join('\n'),
  )
  const count = (status: CheckStatus) => checks.filter(check => check.status === status).length
  return `${lines.join('\n')}\n\n${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed`
}
