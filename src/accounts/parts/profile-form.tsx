import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { setCall } from '#platform/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { getSession, type User } from '../contract.ts'
import { ProfileBody, saveProfile } from '../own/contract.ts'

import css from './own-page.module.css'

const fields = ['first_name', 'last_name', 'company_url'] as const

/** Name and company. */
export const ProfileForm = ({ user: { first_name, last_name, company_url } }: { user: User }) => {
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm({
    resolver: checkedBy(ProfileBody),
    defaultValues: { first_name, last_name, company_url: company_url ?? '' },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  const save = handleSubmit(async body => {
    try {
      const { data } = await call(saveProfile, { body })
      setCall(client, getSession, {}, { data, meta: {} })
      toast('Your profile has been saved.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, fields)
    }
  })

  return (
    <form className={css.form} method="post" noValidate onSubmit={save}>
      <div className={css.pair}>
        <TextField
          label="First name"
          autoComplete="given-name"
          {...register('first_name')}
          error={errors.first_name?.message}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          {...register('last_name')}
          error={errors.last_name?.message}
        />
      </div>
      <TextField
        label="Company website"
        optional
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="northlight.example"
        {...register('company_url')}
        error={errors.company_url?.message}
      />
      {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      <div className={css.actions}>
        <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
          Save profile
        </Button>
      </div>
    </form>
  )
}
