/** Shared form helpers: validation by a schema, and API refusals as messages beside the fields. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldPath, FieldValues, Resolver, UseFormSetError } from 'react-hook-form'
import type * as z from 'zod/mini'

import { Refusal } from './refusal.ts'
import { refusalMessage } from './user-message.ts'

/** Returns a resolver that validates a form by a schema, often the body schema of its endpoint. */
export const schemaResolver = <S extends z.ZodMiniType<FieldValues, FieldValues>>(schema: S) =>
  standardSchemaResolver(schema) as Resolver<z.input<S>, unknown, z.output<S>>

type FormWithSetError<V extends FieldValues> = { setError: UseFormSetError<V> }

/** Shows the first message of each refused field. A refusal of none of the `fields` becomes `errors.root`. */
export const showRefusal = <V extends FieldValues>(
  error: unknown,
  { setError }: FormWithSetError<V>,
  fields: readonly FieldPath<V>[],
  fallback = 'Something went wrong.',
): void => {
  const refusal = error instanceof Refusal ? error : undefined
  const refusedFields = fields.filter(field => refusal?.errors[field]?.[0])
  for (const [index, field] of refusedFields.entries())
    setError(field, { type: 'server', message: refusal?.errors[field]?.[0] ?? fallback }, { shouldFocus: index === 0 })
  if (refusedFields.length === 0) setError('root', { type: 'server', message: refusalMessage(refusal) ?? fallback })
}
