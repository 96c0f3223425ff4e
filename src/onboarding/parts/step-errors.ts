import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'

import { showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { reportError } from '#platform/monitoring/report-error.ts'

/** Statuses of errors that the user can fix right away. */
const fixableStatuses: ReadonlySet<number> = new Set([409, 422, 429])

/**
 * Handles the error of a step that was not saved. An error that the user can fix is shown, and the function returns false. Any
 * other error is only reported, and the user continues: our faults keep nobody from the shop, and the step comes back later.
 */
export const canContinue = <V extends FieldValues>(
  error: unknown,
  form: { setError: UseFormSetError<V> },
  fields: readonly FieldPath<V>[],
): boolean => {
  if (error instanceof Refusal && fixableStatuses.has(error.status)) {
    showRefusal(error, form, fields)
    return false
  }
  reportError(error)
  return true
}
