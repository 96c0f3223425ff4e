import { FormProvider } from 'react-hook-form'

import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AddressFields } from '#workspaces/address-fields.tsx'
import { ContactField } from '#workspaces/contact-field.tsx'
import type { CountryWithRegions, WorkspaceUser } from '#workspaces/contract.ts'

import type { useBilling } from './use-billing.ts'

import css from './billing-form.module.css'

/** For the button of the order summary, which stands outside the form. */
export const billing_form_id = 'billing-form'

type BillingFormProps = ReturnType<typeof useBilling> & {
  users: readonly WorkspaceUser[]
  countries: readonly CountryWithRegions[]
  canChangeWorkspace: boolean
}

export const BillingForm = ({ form, submit, users, countries, canChangeWorkspace }: BillingFormProps) => {
  const { register, formState } = form
  return (
    <FormProvider {...form}>
      <form id={billing_form_id} className={css.form} method="post" noValidate onSubmit={submit}>
        <TextField
          label="Company name"
          autoComplete="organization"
          {...register('company')}
          error={formState.errors.company?.message}
        />
        <ContactField users={users} />
        <AddressFields countries={countries} />
        {canChangeWorkspace && (
          <Checkbox {...register('also_workspace')}>Also update my workspace billing information</Checkbox>
        )}
      </form>
    </FormProvider>
  )
}
