/** The error-reporting service in the browser, loaded only when one is configured. */
import { addEventProcessor, browserTracingIntegration, captureException, init, replayIntegration } from '@sentry/react'

import { isPrivatePage, getLoadedPath } from '../http/payment-pages.ts'
import {
  ERROR_SAMPLE_RATE,
  REPLAY_ON_ERROR_SAMPLE_RATE,
  REPLAY_SAMPLE_RATE,
  scrubEvent,
  scrubSpan,
  TRACE_SAMPLE_RATE,
} from './report-rules.ts'
import { scrubAll } from './scrub.ts'

let isStarted = false

const createReplayIntegration = () =>
  replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    beforeAddRecordingEvent: event => scrubAll(event),
  })

/** Starts the service once. Returns a function that reports an error. */
export const startReporting = (dsn: string): ((error: unknown) => void) => {
  if (!isStarted) {
    isStarted = true
    // `beforeSend` does not run for replay events.
    addEventProcessor(event => (event.type === 'replay_event' ? scrubEvent(event) : event))
    init({
      dsn,
      sampleRate: ERROR_SAMPLE_RATE,
      tracesSampleRate: TRACE_SAMPLE_RATE,
      replaysSessionSampleRate: REPLAY_SAMPLE_RATE,
      replaysOnErrorSampleRate: REPLAY_ON_ERROR_SAMPLE_RATE,
      // Send trace headers only to this shop, never to third parties.
      tracePropagationTargets: [/^\//],
      // Do not replay documents that were loaded for a password, an account or a link from an email.
      integrations: isPrivatePage(getLoadedPath() ?? '')
        ? [browserTracingIntegration()]
        : [browserTracingIntegration(), createReplayIntegration()],
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
