/** Errors of the server go to an error-reporting service when one is configured; the log has them either way. */
import type { ErrorEvent } from '@sentry/node'

import type { Config } from './config.server.ts'
import { error_sample_rate, scrubEvent, scrubSpan, trace_sample_rate } from './report-rules.ts'

/** What it was that broke, without anything of whom it broke for. */
export type ReportFacts = { request_id?: string; method?: string; route?: string; job?: string }

export type Reporter = {
  report: (error: unknown, facts?: ReportFacts) => void
  /** Sends what waits. */
  close: () => Promise<void>
}

const nobody: Reporter = { report: () => {}, close: async () => {} }

const flush_ms = 2_000

export const openReporter = async ({ sentry_dsn, mode }: Pick<Config, 'sentry_dsn' | 'mode'>): Promise<Reporter> => {
  if (!sentry_dsn) return nobody
  const sentry = await import('@sentry/node')
  const client = sentry.init({
    dsn: sentry_dsn,
    environment: mode,
    sampleRate: error_sample_rate,
    tracesSampleRate: trace_sample_rate,
    defaultIntegrations: false,
    integrations: [
      sentry.linkedErrorsIntegration(),
      sentry.dedupeIntegration(),
      sentry.httpIntegration({ breadcrumbs: false }),
      sentry.onUncaughtExceptionIntegration(),
      // A rejection that nobody handles ends the process, as it does without the service.
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
    report: (error, facts) => void sentry.captureException(error, { ...(facts && { tags: facts }) }),
    close: async () => void (await client?.close(flush_ms)),
  }
}

/** For tests: remembers what was reported. */
export const rememberReports = (): Reporter & { reported: unknown[] } => {
  const reported: unknown[] = []
  return { reported, report: error => void reported.push(error), close: async () => {} }
}
