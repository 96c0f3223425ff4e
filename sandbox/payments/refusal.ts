/** The gateway's errors: validation errors in scopes, as the SDK reads them. */

export type ValidationError = { attribute: string; code: string; message: string }

/** A request that failed validation and had no effect. `scope` is the path of the errors, such as ['transaction']. */
export class Refusal extends Error {
  readonly scope: string[]
  readonly mistakes: ValidationError[]
  constructor(scope: string[], mistakes: ValidationError[]) {
    super(mistakes.map(mistake => mistake.message).join('\n'))
    this.scope = scope
    this.mistakes = mistakes
  }
}

/** A `Refusal` with one validation error, ready to throw. */
export const refuse = (scope: string[], attribute: string, code: string, message: string) =>
  new Refusal(scope, [{ attribute, code, message }])

/** A missing record: the response is a 404. */
export class NotFound extends Error {}
