/** The error-reporting service in the browser. Loaded only where one is configured. */
import { browserTracingIntegration, captureException, init, replayIntegration } from '@sentry/react'

import {
  error_sample_rate,
  replay_on_error_sample_rate,
  replay_sample_rate,
  scrubEvent,
  scrubSpan,
  trace_sample_rate,
} from './report-rules.ts'

let isStarted = false

/** Starts it once; answers what reports an error. */
export const startReporting = (dsn: string): ((error: unknown) => void) => {
  if (!isStarted) {
    isStarted = true
    init({
      dsn,
      sampleRate: error_sample_rate,
      tracesSampleRate: trace_sample_rate,
      replaysSessionSampleRate: replay_sample_rate,
      replaysOnErrorSampleRate: replay_on_error_sample_rate,
      // Traces stay within this shop: no header goes to anybody else.
      tracePropagationTargets: [/^\//],
      integrations: [
        browserTracingIntegration(),
        replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true }),
      ],
      dataCollection: {
        userInfo: false,
        cookies: false,
        httpHeaders: false,
        httpBodies: [],
        urlQueryParams: false,
        stackFrameVariables: false,
      },
      beforeSend: event => scrubEvent(event),
      beforeSendSpan: span => scrubSpan(span),
      beforeBreadcrumb: ({ data: _data, ...crumb }) => crumb,
    })
  }
  return error => void captureException(error)
}
