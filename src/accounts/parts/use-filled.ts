import { useSyncExternalStore } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** Whether all of the fields have values, including those typed before hydration. */
export const useFilled = <V extends FieldValues, C, O>(
  { subscribe, getValues }: UseFormReturn<V, C, O>,
  fields: readonly FieldPath<V>[],
): boolean =>
  useSyncExternalStore(
    onChange => subscribe({ formState: { values: true }, callback: onChange }),
    () => fields.every(field => Boolean(getValues(field))),
    () => false,
  )
