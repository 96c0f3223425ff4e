import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { call } from '../../../http/call.ts'
import { schemaResolver, showRefusal } from '../../../http/form.ts'
import { setAdminFlag, type Flag } from '../contract.ts'

import css from './flag-form.module.css'

const SHARE_MESSAGE = 'The share is a whole number between 0 and 100.'
const WORKSPACE_IDS_MESSAGE = 'Enter workspace numbers separated by commas.'

/** Splits a list that is separated by commas, spaces or line breaks. */
const splitList = (text: string) => text.split(/[\s,;]+/).filter(item => item !== '')

const FlagFields = z.object({
  is_on: z.boolean(),
  share: z.string().check(z.trim(), z.regex(/^(100|\d{1,2})$/, SHARE_MESSAGE)),
  emails: z.string(),
  workspace_ids: z.string().check(z.regex(/^[\d\s,;]*$/, WORKSPACE_IDS_MESSAGE)),
})
const FIELD_NAMES = ['share', 'emails', 'workspace_ids'] as const

export const FlagForm = ({ flag, onSaved }: { flag: Flag; onSaved: (saved: Flag) => void }) => {
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(FlagFields),
    defaultValues: {
      is_on: flag.is_on,
      share: String(flag.share),
      emails: flag.people.map(({ email }) => email).join(', '),
      workspace_ids: flag.workspaces.map(({ id }) => id).join(', '),
    },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  const save = handleSubmit(async ({ is_on, share, emails, workspace_ids }) => {
    const body = {
      is_on,
      share: Number(share),
      emails: splitList(emails),
      workspace_ids: splitList(workspace_ids).map(Number),
    }
    try {
      const { data } = await call(setAdminFlag, { params: { key: flag.key }, body })
      toast(`${flag.key} saved`, { kind: 'success' })
      onSaved(data)
    } catch (error) {
      showRefusal(error, form, FIELD_NAMES)
    }
  })

  return (
    <form className={css.form} method="post" noValidate onSubmit={save}>
      <Checkbox {...register('is_on')}>On</Checkbox>
      <TextField
        dense
        label="Share of devices, in percent"
        hint="100 means everyone. Raising the share keeps the devices that already have the flag."
        inputMode="numeric"
        {...register('share')}
        error={errors.share?.message}
      />
      <TextField
        dense
        label="People, by email"
        hint="They have the flag regardless of the share."
        autoComplete="off"
        {...register('emails')}
        error={errors.emails?.message}
      />
      <TextField
        dense
        label="Workspaces, by number"
        hint={flag.workspaces.map(({ id, name }) => `${id}: ${name}`).join(', ') || undefined}
        inputMode="numeric"
        {...register('workspace_ids')}
        error={errors.workspace_ids?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <Button type="submit" kind="primary" busy={isSubmitting && 'Saving…'}>
        Save
      </Button>
    </form>
  )
}
