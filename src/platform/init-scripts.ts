/** What begins a moment after a page stands, so that it is in nobody's way. */
import { reportError, reportingDsn } from './report-error.ts'

export const init_scripts_ms = 100

const start = async () => {
  const dsn = reportingDsn()
  if (dsn) (await import('./browser-reporter.ts')).startReporting(dsn)
}

/** Errors are watched for at once; what is loaded waits. */
export const initScripts = (): void => {
  addEventListener('error', ({ error }) => {
    if (error) reportError(error)
  })
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
  setTimeout(() => void start().catch(() => {}), init_scripts_ms)
}
