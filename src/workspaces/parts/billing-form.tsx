import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { setCall } from '#platform/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { AddressFields } from '../address-fields.tsx'
import { postalCodeFits, stateGiven } from '../address.ts'
import { ContactField } from '../contact-field.tsx'
import {
  BillingBody,
  getWorkspaceBilling,
  saveWorkspaceBilling,
  type BillingInformation,
  type CountryWithRegions,
  type WorkspaceUser,
} from '../contract.ts'

import css from './billing-form.module.css'

type BillingFormProps = {
  /** null until somebody gave it. */
  billing: BillingInformation | null
  /** Who gets the invoices as long as nobody said otherwise. */
  user_id: number | null
  users: readonly WorkspaceUser[]
  countries: readonly CountryWithRegions[]
}

const fields = Object.keys(BillingBody.shape) as (keyof BillingBody)[]

export const BillingForm = ({ billing, user_id, users, countries }: BillingFormProps) => {
  const client = useQueryClient()
  const toast = useToast()
  const shape = BillingBody.check(postalCodeFits(countries), ...stateGiven(countries))
  const form = useForm({ resolver: checkedBy(shape), defaultValues: beginningOf(billing, user_id) })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async body => {
    try {
      setCall(client, getWorkspaceBilling, {}, await call(saveWorkspaceBilling, { body }))
      toast('The billing information has been saved.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, fields)
    }
  })
  return (
    <FormProvider {...form}>
      <form className={css.form} method="post" noValidate onSubmit={save}>
        <TextField
          label="Company name"
          autoComplete="organization"
          {...form.register('company_name')}
          error={errors.company_name?.message}
        />
        <ContactField users={users} />
        <AddressFields countries={countries} />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
          Save billing
        </Button>
      </form>
    </FormProvider>
  )
}

/** null stands for "not chosen yet", which the shape refuses with a sentence. */
const beginningOf = (billing: BillingInformation | null, user_id: number | null) =>
  ({
    company_name: billing?.company_name ?? '',
    billing_contact_user_id: billing?.billing_contact?.id ?? user_id,
    address: billing?.address ?? '',
    address2: billing?.address_2 ?? '',
    city: billing?.city ?? '',
    postal_code: billing?.postal_code ?? '',
    country_id: billing?.country.id ?? null,
    country_region_id: billing?.country_region?.id ?? null,
    // A state from the list goes by its id alone.
    region: billing?.country_region ? '' : (billing?.region ?? ''),
  }) as z.input<typeof BillingBody>
