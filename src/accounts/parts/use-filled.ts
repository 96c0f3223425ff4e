import { useSyncExternalStore } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** Whether every one of the fields holds something, also what was typed before our code arrived. */
export const useFilled = <V extends FieldValues, C, O>(
  { subscribe, getValues }: UseFormReturn<V, C, O>,
  fields: readonly FieldPath<V>[],
): boolean =>
  useSyncExternalStore(
    changed => subscribe({ formState: { values: true }, callback: changed }),
    () => fields.every(field => Boolean(getValues(field))),
    () => false,
  )
