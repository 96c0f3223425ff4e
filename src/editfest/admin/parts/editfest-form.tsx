import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { changeAdminEditfest, createAdminEditfest, type AdminEditfest } from '../contract.ts'

import css from './editfest-form.module.css'

const numberField = (message: string) => z.string().check(z.trim(), z.regex(/^\d{0,6}$/, message))

const EditfestFields = z.object({
  code: z.string(),
  name: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  clip_limit: numberField('Each workspace gets between 1 and 1,000 clips.'),
  max_workspaces: numberField('Places are a whole number above 0, or none.'),
})
const FIELD_NAMES = ['code', 'name', 'first_day', 'last_day', 'clip_limit', 'max_workspaces'] as const

type EditfestFormProps = { editfest?: AdminEditfest; onSaved: (editfests: AdminEditfest[]) => void }

/** Creates an Editfest, or edits an existing one. The code can't change, because people already use it. */
export const EditfestForm = ({ editfest, onSaved }: EditfestFormProps) => {
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(EditfestFields),
    defaultValues: {
      code: editfest?.code ?? '',
      name: editfest?.name ?? '',
      first_day: editfest?.first_day ?? '',
      last_day: editfest?.last_day ?? '',
      clip_limit: String(editfest?.clip_limit ?? 12),
      max_workspaces: String(editfest?.max_workspaces ?? ''),
    },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const save = handleSubmit(async ({ code, clip_limit, max_workspaces, ...facts }) => {
    const body = {
      ...facts,
      clip_limit: Number(clip_limit),
      max_workspaces: max_workspaces === '' ? null : Number(max_workspaces),
    }
    try {
      const { data } = editfest
        ? await call(changeAdminEditfest, { params: { id: String(editfest.id) }, body })
        : await call(createAdminEditfest, { body: { ...body, code } })
      toast(`${facts.name} saved`, { kind: 'success' })
      onSaved(data)
    } catch (error) {
      showRefusal(error, form, FIELD_NAMES)
    }
  })
  const field = (name: (typeof FIELD_NAMES)[number]) => ({
    dense: true,
    ...register(name),
    error: errors[name]?.message,
  })
  return (
    <form className={css.form} method="post" noValidate onSubmit={save}>
      <TextField label="Code" autoCapitalize="characters" readOnly={editfest !== undefined} {...field('code')} />
      <TextField label="Name" {...field('name')} />
      <TextField label="First day" type="date" {...field('first_day')} />
      <TextField label="Last day" type="date" {...field('last_day')} />
      <TextField label="Clips for each workspace" inputMode="numeric" {...field('clip_limit')} />
      <TextField label="Places" optional inputMode="numeric" {...field('max_workspaces')} />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button type="submit" kind="primary" busy={isSubmitting && 'Saving…'}>
        Save
      </Button>
    </form>
  )
}
