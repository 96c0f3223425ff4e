/** Sample rates and scrubbing of reports to the error-reporting service, from the server and from browsers. */
import { scrub, scrubAll } from './scrub.ts'

export const ERROR_SAMPLE_RATE = 0.1
export const TRACE_SAMPLE_RATE = 0.05
export const REPLAY_SAMPLE_RATE = 0.1
export const REPLAY_ON_ERROR_SAMPLE_RATE = 1

type StackFrame = { filename?: string; abs_path?: string; vars?: unknown }
/** The fields of an event that may contain personal data. */
type ReportableEvent = {
  message?: string
  exception?: { values?: { value?: string; stacktrace?: { frames?: StackFrame[] } }[] }
  request?: { url?: string }
  breadcrumbs?: { message?: string; data?: object }[]
  user?: unknown
  extra?: object
  tags?: object
  contexts?: object
  transaction?: string
  /** The URLs that a replay covers. */
  urls?: string[]
  server_name?: string
}

const withoutQuery = (address: string) => address.split(/[?#]/)[0] ?? ''

/** Returns an event without tokens, emails, card numbers, names, cookies, headers and bodies. */
export const scrubEvent = <E extends ReportableEvent>(event: E): E => {
  const { user: _user, request, server_name: _server, ...safeFields } = event
  return {
    ...safeFields,
    ...(event.message !== undefined && { message: scrub(event.message) }),
    ...(event.transaction !== undefined && { transaction: scrub(event.transaction) }),
    ...(event.exception?.values && {
      exception: {
        ...event.exception,
        values: event.exception.values.map(exception => ({
          ...exception,
          ...(exception.value !== undefined && { value: scrub(exception.value) }),
          ...(exception.stacktrace?.frames && {
            stacktrace: {
              ...exception.stacktrace,
              frames: exception.stacktrace.frames.map(({ vars: _vars, ...frame }) => frame),
            },
          }),
        })),
      },
    }),
    ...(event.urls && { urls: event.urls.map(url => scrub(withoutQuery(url))) }),
    ...(request?.url !== undefined && { request: { url: scrub(withoutQuery(request.url)) } }),
    ...(event.breadcrumbs && { breadcrumbs: scrubAll(event.breadcrumbs) }),
    ...(event.extra && { extra: scrubAll(event.extra) }),
    ...(event.contexts && { contexts: scrubContexts(event.contexts) }),
  } as E
}

/** Trace ids look like tokens but are not secret. */
const scrubContexts = ({ trace, ...otherContexts }: { trace?: unknown }) => ({
  ...scrubAll(otherContexts),
  ...(trace !== undefined && { trace }),
})

/** Returns a span whose name and attributes are scrubbed. */
export const scrubSpan = <S extends { name: string; attributes?: object }>(span: S): S => ({
  ...span,
  name: scrub(span.name),
  ...(span.attributes && { attributes: scrubAll(span.attributes) }),
})
