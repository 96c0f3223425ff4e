import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { setCallData } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { getSession, type User } from '../contract.ts'
import { NameFields } from '../name-fields.tsx'
import { OccupationFields } from '../occupation-fields.tsx'
import {
  checkOccupationFields,
  toOccupationFields,
  occupationFormFields,
  parseOccupationFields,
} from '../occupation.ts'
import { ProfileBody, saveProfile } from '../own/contract.ts'
import { VerticalChips, toVerticals } from '../verticals-form.tsx'

import css from './profile-form.module.css'

const ProfileFields = z.extend(ProfileBody, occupationFormFields).check(checkOccupationFields)
const fieldNames = [
  'first_name',
  'last_name',
  'company_url',
  'business_type_id',
  'occupation_type_id',
  'custom_business_type',
  'custom_occupation_type',
] as const

/** Name, company, occupation and verticals, saved together. */
export const ProfileForm = ({ user }: { user: User }) => {
  const client = useQueryClient()
  const toast = useToast()
  const [verticals, setVerticals] = useState(() => toVerticals(user.verticals))
  const { first_name, last_name, company_url, active_occupation } = user
  const form = useForm({
    resolver: schemaResolver(ProfileFields),
    defaultValues: { first_name, last_name, company_url: company_url ?? '', ...toOccupationFields(active_occupation) },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  const save = handleSubmit(async ({ first_name, last_name, company_url, ...occupationValues }) => {
    const body = {
      first_name,
      last_name,
      company_url,
      occupation: parseOccupationFields(occupationValues),
      verticals: [...verticals],
    }
    try {
      const { data } = await call(saveProfile, { body })
      setCallData(client, getSession, {}, { data, meta: {} })
      toast('Your profile has been saved.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, fieldNames)
    }
  })

  return (
    <FormProvider {...form}>
      <form className={css.form} method="post" noValidate onSubmit={save}>
        <div className={css.fields}>
          <div className={css.pair}>
            <NameFields register={register} errors={errors} />
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
        </div>
        <section aria-labelledby="your-work">
          <h2 id="your-work">Your work</h2>
          <div className={css.fields}>
            <OccupationFields />
          </div>
        </section>
        <section aria-labelledby="what-you-make">
          <h2 id="what-you-make">What you make</h2>
          <VerticalChips selected={verticals} onChange={setVerticals} />
        </section>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <div>
          <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
            Save profile
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
