import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { setCallData } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { AddressFields } from '../address-fields.tsx'
import { checkPostalCode, checkSoldTo, checkState } from '../address.ts'
import { BillingContactField } from '../contact-field.tsx'
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
  /** null until saved. */
  billing: BillingInformation | null
  /** The default billing contact. */
  user_id: number | null
  users: readonly WorkspaceUser[]
  countries: readonly CountryWithRegions[]
}

const fieldNames = Object.keys(BillingBody.shape) as (keyof BillingBody)[]

export const BillingForm = ({ billing, user_id, users, countries }: BillingFormProps) => {
  const client = useQueryClient()
  const toast = useToast()
  const schema = BillingBody.check(
    checkSoldTo(countries, billing?.country.id),
    checkPostalCode(countries),
    ...checkState(countries),
  )
  const form = useForm({ resolver: schemaResolver(schema), defaultValues: toDefaultValues(billing, user_id) })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async body => {
    try {
      setCallData(client, getWorkspaceBilling, {}, await call(saveWorkspaceBilling, { body }))
      toast('The billing information has been saved.', { kind: 'success' })
    } catch (error) {
      showRefusal(error, form, fieldNames)
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
        <BillingContactField users={users} />
        <AddressFields countries={countries} />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <Button type="submit" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
          Save billing
        </Button>
      </form>
    </FormProvider>
  )
}

/** null means "not selected yet", which the schema refuses with a message. */
const toDefaultValues = (billing: BillingInformation | null, user_id: number | null) =>
  ({
    company_name: billing?.company_name ?? '',
    billing_contact_user_id: billing?.billing_contact?.id ?? user_id,
    address: billing?.address ?? '',
    address2: billing?.address_2 ?? '',
    city: billing?.city ?? '',
    postal_code: billing?.postal_code ?? '',
    country_id: billing?.country.id ?? null,
    country_region_id: billing?.country_region?.id ?? null,
    // A state from the list has only an id.
    region: billing?.country_region ? '' : (billing?.region ?? ''),
  }) as z.input<typeof BillingBody>
