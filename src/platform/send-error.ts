/** Sends errors of this browser: few, short, and without anything secret. */
import { addressOf } from './call.ts'
import { most_message, most_path, most_stack } from './client-error.ts'
import { tellClientError } from './contract.ts'
import { reportingDsn } from './report-error.ts'
import { scrub } from './scrub.ts'

/** Of one page; what breaks in a loop is known after the first. */
const most_reports = 5
const sent = new Set<string>()

const messageOf = (error: unknown) =>
  error instanceof Error
    ? `${error.name}: ${error.message}`
    : typeof error === 'string'
      ? error
      : 'Something was thrown'

const isWanted = (error: unknown) => !(error instanceof DOMException && error.name === 'AbortError')

export const sendError = async (error: unknown): Promise<void> => {
  const message = scrub(messageOf(error)).slice(0, most_message)
  if (!isWanted(error) || sent.has(message) || sent.size >= most_reports) return
  sent.add(message)
  const dsn = reportingDsn()
  if (dsn) {
    const { startReporting } = await import('./browser-reporter.ts')
    startReporting(dsn)(error)
    return
  }
  const stack = scrub(error instanceof Error ? (error.stack ?? '') : '').slice(0, most_stack)
  const path = scrub(location.pathname).slice(0, most_path)
  await fetch(addressOf(tellClientError, {}), {
    method: tellClientError.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, stack, path }),
    keepalive: true,
  })
}
