/** What forms share: a shape checks them in the browser, and a refusal of the API becomes texts beside the fields. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldPath, FieldValues, Resolver, UseFormSetError } from 'react-hook-form'
import type * as z from 'zod/mini'

import { sentenceOf } from './first-text.ts'
import { Refusal } from './refusal.ts'

/** Checks a form by a shape, often the body of the endpoint that it is sent to. */
export const checkedBy = <S extends z.ZodMiniType<FieldValues, FieldValues>>(shape: S) =>
  standardSchemaResolver(shape) as Resolver<z.input<S>, unknown, z.output<S>>

type Form<V extends FieldValues> = { setError: UseFormSetError<V> }

/** Puts the first text of each field beside it; what belongs to none of the `fields` becomes `errors.root`, for the form's end. */
export const showRefusal = <V extends FieldValues>(
  error: unknown,
  { setError }: Form<V>,
  fields: readonly FieldPath<V>[],
  fallback = 'Something went wrong.',
): void => {
  const refusal = error instanceof Refusal ? error : undefined
  const here = fields.filter(field => refusal?.errors[field]?.[0])
  for (const [place, field] of here.entries())
    setError(field, { type: 'server', message: refusal?.errors[field]?.[0] ?? fallback }, { shouldFocus: place === 0 })
  if (here.length === 0) setError('root', { type: 'server', message: sentenceOf(refusal) ?? fallback })
}
