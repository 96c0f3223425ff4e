/** Sends browser errors: few, short and without secrets. */

import { reportClientError } from '../contract.ts'
import { getReportingDsn } from '../monitoring/report-error.ts'
import { scrub } from '../monitoring/scrub.ts'
import { endpointUrl } from './call.ts'
import { MAX_MESSAGE_LENGTH, MAX_PATH_LENGTH, MAX_STACK_LENGTH } from './client-error.ts'

/** The limit per page, because an error in a loop repeats. */
const MAX_REPORTS = 5
const sentMessages = new Set<string>()

const describeError = (error: unknown) =>
  error instanceof Error
    ? `${error.name}: ${error.message}`
    : typeof error === 'string'
      ? error
      : 'Something was thrown'

const shouldReport = (error: unknown) => !(error instanceof DOMException && error.name === 'AbortError')

export const sendError = async (error: unknown): Promise<void> => {
  const message = scrub(describeError(error)).slice(0, MAX_MESSAGE_LENGTH)
  if (!shouldReport(error) || sentMessages.has(message) || sentMessages.size >= MAX_REPORTS) return
  sentMessages.add(message)
  const dsn = getReportingDsn()
  if (dsn) {
    const { startReporting } = await import('../monitoring/browser-reporter.ts')
    startReporting(dsn)(error)
    return
  }
  const stack = scrub(error instanceof Error ? (error.stack ?? '') : '').slice(0, MAX_STACK_LENGTH)
  const path = scrub(location.pathname).slice(0, MAX_PATH_LENGTH)
  await fetch(endpointUrl(reportClientError, {}), {
    method: reportClientError.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, stack, path }),
    keepalive: true,
  })
}
