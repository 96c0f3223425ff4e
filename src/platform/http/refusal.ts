/**
 * An expected failure with a user-facing message. Handlers throw it, and the error handler sends it with its status.
 */
export class Refusal extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  /** Machine-readable details for the client. */
  readonly meta: Record<string, unknown>
  /** Set when a user without access called a staff endpoint. The response pretends that it does not exist. */
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

/** A 422 with messages per field. The first one becomes the message. */
refuse.fields = (errors: Record<string, string[]>) =>
  new Refusal(422, Object.values(errors)[0]?.[0] ?? 'Please check the marked fields.', errors)

/** A 429 with Retry-After in seconds. */
refuse.later = (seconds: number, message: string, errors: Record<string, string[]> = {}) =>
  new Refusal(429, message, errors, { retry_after_seconds: seconds })

/** A 404 for things that do not exist or belong to somebody else. */
refuse.missing = (what = 'page') => new Refusal(404, `We could not find that ${what}.`)

/** The same 404, from a staff endpoint to a user who is not staff. */
refuse.staffOnly = () => new Refusal(404, refuse.missing().message, {}, {}, true)
