/** Reports server errors to an error-reporting service, when one is configured. The log has them either way. */
import type { ErrorEvent } from '@sentry/node'

import type { Config } from '../config.server.ts'
import { ERROR_SAMPLE_RATE, scrubEvent, scrubSpan, TRACE_SAMPLE_RATE } from './report-rules.ts'

/** Where an error occurred, without personal data. */
export type ReportContext = { request_id?: string; method?: string; route?: string; job?: string }

export type Reporter = {
  report: (error: unknown, context?: ReportContext) => void
  /** Sends pending reports. */
  close: () => Promise<void>
}

const noopReporter: Reporter = { report: () => {}, close: async () => {} }

const FLUSH_TIMEOUT_MS = 2_000

export const openReporter = async ({ sentry_dsn, mode }: Pick<Config, 'sentry_dsn' | 'mode'>): Promise<Reporter> => {
  if (!sentry_dsn) return noopReporter
  const sentry = await import('@sentry/node')
  const client = sentry.init({
    dsn: sentry_dsn,
    environment: mode,
    sampleRate: ERROR_SAMPLE_RATE,
    tracesSampleRate: TRACE_SAMPLE_RATE,
    defaultIntegrations: false,
    integrations: [
      sentry.linkedErrorsIntegration(),
      sentry.dedupeIntegration(),
      sentry.httpIntegration({ breadcrumbs: false }),
      sentry.onUncaughtExceptionIntegration(),
      // An unhandled rejection ends the process, as it does without the service.
      sentry.onUnhandledRejectionIntegration({ mode: 'strict' }),
    ],
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      databaseQueryData: false,
      queues: false,
      stackFrameVariables: false,
      frameContextLines: 0,
    },
    beforeSend: (event: ErrorEvent) => scrubEvent(event),
    beforeSendSpan: span => scrubSpan(span),
  })
  return {
    report: (error, context) => void sentry.captureException(error, { ...(context && { tags: context }) }),
    close: async () => void (await client?.close(FLUSH_TIMEOUT_MS)),
  }
}

/** Returns a fake for tests that records reported errors. */
export const createFakeReporter = (): Reporter & { reported: unknown[] } => {
  const reported: unknown[] = []
  return { reported, report: error => void reported.push(error), close: async () => {} }
}
