/** Scripts that start shortly after the page has rendered, so that they do not delay it. */
import { reportError, getReportingDsn } from '../monitoring/report-error.ts'

export const INIT_SCRIPTS_DELAY_MS = 100

const startReporter = async () => {
  const dsn = getReportingDsn()
  if (dsn) (await import('../monitoring/browser-reporter.ts')).startReporting(dsn)
}

/** Listens for errors at once and loads the error reporter after a delay. */
export const initScripts = (): void => {
  addEventListener('error', ({ error }) => {
    if (error) reportError(error)
  })
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
  setTimeout(() => void startReporter().catch(() => {}), INIT_SCRIPTS_DELAY_MS)
}
