/** A "no" that a person can read: thrown by verbs and handlers, answered with its status by the error handler. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  /** Facts beside the message that a client may act on. */
  readonly meta: Record<string, unknown>
  /** A staff endpoint that somebody else asked for: the answer says that it is not there. */
  readonly hides_staff_endpoint: boolean

  constructor(
    status: number,
    message: string,
    errors: Record<string, string[]> = {},
    meta: Record<string, unknown> = {},
    hides_staff_endpoint = false,
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.errors = errors
    this.meta = meta
    this.hides_staff_endpoint = hides_staff_endpoint
  }
}

export const refuse = (status: number, message: string, meta?: Record<string, unknown>) =>
  new Refusal(status, message, {}, meta)

/** 422 with texts per field; the message is the first of them. */
refuse.fields = (errors: Record<string, string[]>) =>
  new Refusal(422, Object.values(errors)[0]?.[0] ?? 'Please check the marked fields.', errors)

/** 429: in so many seconds again (Retry-After). */
refuse.later = (seconds: number, message: string, errors: Record<string, string[]> = {}) =>
  new Refusal(429, message, errors, { retry_after_seconds: seconds })

/** Unknown, or not yours: the answer is the same. */
refuse.missing = (what = 'page') => new Refusal(404, `We could not find that ${what}.`)

/** The same answer, from a staff endpoint to somebody who is not staff. */
refuse.staffOnly = () => new Refusal(404, refuse.missing().message, {}, {}, true)
