/** How the gateway says no: validation errors in scopes, as the SDK reads them. */

export type Mistake = { attribute: string; code: string; message: string }

/** A request that failed validation: nothing was done. `scope` is the path of the errors, such as ['transaction']. */
export class Refusal extends Error {
  readonly scope: string[]
  readonly mistakes: Mistake[]
  constructor(scope: string[], mistakes: Mistake[]) {
    super(mistakes.map(mistake => mistake.message).join('\n'))
    this.scope = scope
    this.mistakes = mistakes
  }
}

/** One mistake, ready to throw. */
export const refuse = (scope: string[], attribute: string, code: string, message: string) =>
  new Refusal(scope, [{ attribute, code, message }])

/** A thing that is not there: 404, judged by its status alone. */
export class Missing extends Error {}
