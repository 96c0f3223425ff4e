import { FormProvider } from 'react-hook-form'

import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AddressFields } from '#workspaces/address-fields.tsx'
import { BillingContactField } from '#workspaces/contact-field.tsx'
import type { CountryWithRegions, WorkspaceUser } from '#workspaces/contract.ts'

import type { useBilling } from './use-billing.ts'

import css from './billing-form.module.css'

/** The form's id, for the submit button in the order summary outside of it. */
export const BILLING_FORM_ID = 'billing-form'

type BillingFormProps = ReturnType<typeof useBilling> & {
  users: readonly WorkspaceUser[]
  countries: readonly CountryWithRegions[]
  canChangeWorkspace: boolean
}

export const BillingForm = ({ form, submit, users, countries, canChangeWorkspace }: BillingFormProps) => {
  const { register, formState, watch } = form
  const isPrivate = watch('is_private') ?? false
  return (
    <FormProvider {...form}>
      <form id={BILLING_FORM_ID} className={css.form} method="post" noValidate onSubmit={submit}>
        {!isPrivate && (
          <TextField
            label="Company name"
            autoComplete="organization"
            {...register('company')}
            error={formState.errors.company?.message}
          />
        )}
        <Checkbox {...register('is_private')}>I’m buying as a private person, not for a company</Checkbox>
        <BillingContactField users={users} />
        <AddressFields countries={countries} />
        {canChangeWorkspace && !isPrivate && (
          <Checkbox {...register('also_workspace')}>Also update my workspace billing information</Checkbox>
        )}
      </form>
    </FormProvider>
  )
}
