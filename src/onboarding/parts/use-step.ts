import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { showRefusal } from '#platform/form.ts'
import { Refusal } from '#platform/refusal.ts'
import { reportError } from '#platform/report-error.ts'

/** What somebody can put right here and now. */
const mendable: ReadonlySet<number> = new Set([409, 422, 429])

/**
 * What became of a step that was not saved: a mistake in it is shown, and answers false. Anything else is told to our people
 * alone, and the way goes on: what was not saved is asked for again another time, and nobody is kept from the shop by our fault.
 */
export const goesOn = <V extends FieldValues>(
  error: unknown,
  form: { setError: UseFormSetError<V> },
  fields: readonly FieldPath<V>[],
): boolean => {
  if (error instanceof Refusal && mendable.has(error.status)) {
    showRefusal(error, form, fields)
    return false
  }
  reportError(error)
  return true
}
