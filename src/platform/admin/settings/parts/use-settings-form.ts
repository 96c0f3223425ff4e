/** The state of a settings form: it saves a version, and keeps what was typed when somebody else saved meanwhile. */
import { useForm, type DefaultValues, type FieldPath, type FieldValues } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type * as z from 'zod/mini'

import { useToast } from '#ui/toast.tsx'
import { useUnsavedGuard } from '#ui/use-unsaved-guard.tsx'

import { schemaResolver, showRefusal } from '../../../http/form.ts'
import { Refusal } from '../../../http/refusal.ts'

type SettingsVersion = { value: object; version: number }

type SettingsFormOptions<S> = {
  /** The body of the endpoint that saves the group. */
  schema: S
  saved: SettingsVersion
  send: (body: z.output<S>) => Promise<{ data: SettingsVersion }>
}

export const useSettingsForm = <S extends z.ZodMiniType<FieldValues, FieldValues>>({
  schema,
  saved,
  send,
}: SettingsFormOptions<S>) => {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const toValues = ({ value, version }: SettingsVersion) =>
    ({ ...value, version }) as unknown as DefaultValues<z.input<S>>
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: schemaResolver(schema),
    defaultValues: toValues(saved),
  })
  const { isDirty, isSubmitting, errors } = form.formState
  const unsavedDialog = useUnsavedGuard(isDirty && !isSubmitting)
  const onSubmit = form.handleSubmit(async body => {
    try {
      const { data } = await send(body)
      form.reset(toValues(data))
      toast('Saved.', { kind: 'success' })
      await revalidate()
    } catch (error) {
      const fields = error instanceof Refusal ? Object.keys(error.errors) : []
      showRefusal(error, form, fields as FieldPath<z.input<S>>[])
    }
  })
  return { form, unsavedDialog, onSubmit, isDirty, isSubmitting, problem: errors.root?.message }
}
