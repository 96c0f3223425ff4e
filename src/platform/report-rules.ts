/** What of an error goes to the error-reporting service, from the server and from browsers: how many, and never anything of a person. */
import { scrub, scrubAll } from './scrub.ts'

export const error_sample_rate = 0.1
export const trace_sample_rate = 0.05
export const replay_sample_rate = 0.1
export const replay_on_error_sample_rate = 1

type Frame = { filename?: string; abs_path?: string; vars?: unknown }
/** What an event of the service can hold of a person. */
type Reported = {
  message?: string
  exception?: { values?: { value?: string; stacktrace?: { frames?: Frame[] } }[] }
  request?: { url?: string }
  breadcrumbs?: { message?: string; data?: object }[]
  user?: unknown
  extra?: object
  tags?: object
  contexts?: object
  transaction?: string
  /** Of a replay: the addresses that it covers. */
  urls?: string[]
  server_name?: string
}

const withoutQuery = (address: string) => address.split(/[?#]/)[0] ?? ''

/** The same event without tokens, e-mails, card numbers, names, cookies, headers and bodies. */
export const scrubEvent = <E extends Reported>(event: E): E => {
  const { user: _user, request, server_name: _server, ...rest } = event
  return {
    ...rest,
    ...(event.message !== undefined && { message: scrub(event.message) }),
    ...(event.transaction !== undefined && { transaction: scrub(event.transaction) }),
    ...(event.exception?.values && {
      exception: {
        ...event.exception,
        values: event.exception.values.map(one => ({
          ...one,
          ...(one.value !== undefined && { value: scrub(one.value) }),
          ...(one.stacktrace?.frames && {
            stacktrace: { ...one.stacktrace, frames: one.stacktrace.frames.map(({ vars: _vars, ...frame }) => frame) },
          }),
        })),
      },
    }),
    ...(event.urls && { urls: event.urls.map(address => scrub(withoutQuery(address))) }),
    ...(request?.url !== undefined && { request: { url: scrub(withoutQuery(request.url)) } }),
    ...(event.breadcrumbs && { breadcrumbs: scrubAll(event.breadcrumbs) }),
    ...(event.extra && { extra: scrubAll(event.extra) }),
    ...(event.contexts && { contexts: scrubContexts(event.contexts) }),
  } as E
}

/** A trace's ids look like tokens, and are none. */
const scrubContexts = ({ trace, ...others }: { trace?: unknown }) => ({
  ...scrubAll(others),
  ...(trace !== undefined && { trace }),
})

/** A span tells how long something took: of its attributes none may hold a person. */
export const scrubSpan = <S extends { name: string; attributes?: object }>(span: S): S => ({
  ...span,
  name: scrub(span.name),
  ...(span.attributes && { attributes: scrubAll(span.attributes) }),
})
