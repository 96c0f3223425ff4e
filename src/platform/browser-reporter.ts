/** The error-reporting service in the browser. Loaded only where one is configured. */
import { addEventProcessor, browserTracingIntegration, captureException, init, replayIntegration } from '@sentry/react'

import { isPrivatePage, loadedPage } from './payment-pages.ts'
import {
  error_sample_rate,
  replay_on_error_sample_rate,
  replay_sample_rate,
  scrubEvent,
  scrubSpan,
  trace_sample_rate,
} from './report-rules.ts'
import { scrubAll } from './scrub.ts'

let isStarted = false

const replays = () =>
  replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    beforeAddRecordingEvent: event => scrubAll(event),
  })

/** Starts it once; answers what reports an error. */
export const startReporting = (dsn: string): ((error: unknown) => void) => {
  if (!isStarted) {
    isStarted = true
    // What `beforeSend` isn't asked about.
    addEventProcessor(event => (event.type === 'replay_event' ? scrubEvent(event) : event))
    init({
      dsn,
      sampleRate: error_sample_rate,
      tracesSampleRate: trace_sample_rate,
      replaysSessionSampleRate: replay_sample_rate,
      replaysOnErrorSampleRate: replay_on_error_sample_rate,
      // Traces stay within this shop: no header goes to anybody else.
      tracePropagationTargets: [/^\//],
      // Nothing is replayed of a document that was loaded for a password, an account or the link of a mail.
      integrations: isPrivatePage(loadedPage() ?? '')
        ? [browserTracingIntegration()]
        : [browserTracingIntegration(), replays()],
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
