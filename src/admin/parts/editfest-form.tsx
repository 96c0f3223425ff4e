import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { changeAdminEditfest, makeAdminEditfest, type AdminEditfest } from '../editfests-contract.ts'

import css from './editfest-form.module.css'

const number = (text: string) => z.string().check(z.trim(), z.regex(/^\d{0,6}$/, text))

const Fields = z.object({
  code: z.string(),
  name: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  clips_each: number('Each workspace gets between 1 and 1,000 clips.'),
  places: number('Places are a whole number above 0, or none.'),
})
const names = ['code', 'name', 'first_day', 'last_day', 'clips_each', 'places'] as const

type Props = { editfest?: AdminEditfest; onSaved: (all: AdminEditfest[]) => void }

/** A new Editfest, or a known one, whose code stays: people hold it. */
export const EditfestForm = ({ editfest, onSaved }: Props) => {
  const toast = useToast()
  const form = useForm({
    resolver: checkedBy(Fields),
    defaultValues: {
      code: editfest?.code ?? '',
      name: editfest?.name ?? '',
      first_day: editfest?.first_day ?? '',
      last_day: editfest?.last_day ?? '',
      clips_each: String(editfest?.clips_each ?? 12),
      places: String(editfest?.places ?? ''),
    },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const save = handleSubmit(async ({ code, clips_each, places, ...facts }) => {
    const body = { ...facts, clips_each: Number(clips_each), places: places === '' ? null : Number(places) }
    try {
      const { data } = editfest
        ? await call(changeAdminEditfest, { params: { id: String(editfest.id) }, body })
        : await call(makeAdminEditfest, { body: { ...body, code } })
      toast(`${facts.name} saved`, { kind: 'success' })
      onSaved(data)
    } catch (error) {
      showRefusal(error, form, names)
    }
  })
  const field = (name: (typeof names)[number]) => ({ dense: true, ...register(name), error: errors[name]?.message })
  return (
    <form className={css.form} method="post" noValidate onSubmit={save}>
      <TextField label="Code" autoCapitalize="characters" readOnly={editfest !== undefined} {...field('code')} />
      <TextField label="Name" {...field('name')} />
      <TextField label="First day" type="date" {...field('first_day')} />
      <TextField label="Last day" type="date" {...field('last_day')} />
      <TextField label="Clips for each workspace" inputMode="numeric" {...field('clips_each')} />
      <TextField label="Places" optional inputMode="numeric" {...field('places')} />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button type="submit" kind="primary" busy={isSubmitting && 'Saving…'}>
        Save
      </Button>
    </form>
  )
}
