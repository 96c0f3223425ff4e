import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { AvatarField } from '#accounts/avatar-field.tsx'
import { getSession } from '#accounts/contract.ts'
import { NameFields } from '#accounts/name-fields.tsx'
import { OccupationFields } from '#accounts/occupation-fields.tsx'
import {
  checkOccupationFields,
  toOccupationFields,
  occupationFormFields,
  parseOccupationFields,
} from '#accounts/occupation.ts'
import { CompanyUrl, FirstName, LastName } from '#accounts/profile.ts'
import { uploadAvatar } from '#accounts/use-avatar.ts'
import { useSession } from '#accounts/use-session.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver } from '#platform/http/form.ts'
import { setCallData } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

import { onboardProfile } from '../contract.ts'
import type { OnboardingStepProps } from '../steps.ts'
import { canContinue } from './step-errors.ts'
import { usePictureUpload } from './use-picture-upload.ts'

import css from './onboarding.module.css'

const ProfileFields = z
  .object({ first_name: FirstName, last_name: LastName, company_url: CompanyUrl, ...occupationFormFields })
  .check(checkOccupationFields)
const fieldNames = [
  'first_name',
  'last_name',
  'company_url',
  'business_type_id',
  'occupation_type_id',
  'custom_business_type',
  'custom_occupation_type',
] as const

export const ProfileStep = ({ onDone, onLater }: OnboardingStepProps) => {
  const client = useQueryClient()
  const user = useSession()
  const picture = usePictureUpload(user?.avatar_url ?? null, uploadAvatar)
  const [defaults] = useState(() => ({
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    company_url: user?.company_url ?? '',
    ...toOccupationFields(user?.active_occupation ?? null),
  }))
  const form = useForm({ resolver: schemaResolver(ProfileFields), defaultValues: defaults })
  const { errors, isSubmitting } = form.formState
  const [first, last] = useWatch({ control: form.control, name: ['first_name', 'last_name'] })

  const save = form.handleSubmit(async ({ first_name, last_name, company_url, ...occupation }) => {
    const body = { ...picture.chosen, first_name, last_name, company_url, ...parseOccupationFields(occupation) }
    try {
      const { data } = await call(onboardProfile, { body })
      setCallData(client, getSession, {}, { data, meta: {} })
    } catch (error) {
      if (!canContinue(error, form, fieldNames)) return
    }
    onDone()
  })

  return (
    <FormProvider {...form}>
      <form className={css.form} method="post" noValidate onSubmit={save}>
        <AvatarField
          kind="person"
          name={`${first} ${last}`.trim() || (user?.email ?? '')}
          url={picture.url}
          onCropped={picture.upload}
        />
        <div className={css.pair}>
          <NameFields register={form.register} errors={errors} />
        </div>
        <OccupationFields />
        <TextField
          label="Company website"
          optional
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="northlight.example"
          {...form.register('company_url')}
          error={errors.company_url?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <div className={css.actions}>
          <Button kind="quiet" size="lg" onClick={onLater}>
            Not now
          </Button>
          <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
            Continue
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
