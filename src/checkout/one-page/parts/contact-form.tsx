/** The billing contact form. It includes the searchable country list, so load it lazily. */
import { useController, useForm, useFormContext, FormProvider } from 'react-hook-form'
import * as z from 'zod/mini'

import { DetailsBody, saveDetails } from '#cart/legacy-contract.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ComboboxField } from '#ui/combobox.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { checkPostalCode, checkSoldTo, filterCountryOptions, regionsOf } from '#workspaces/address.ts'
import type { CountryWithRegions } from '#workspaces/contract.ts'

import { selectCountry, type ContactValues } from '../contact.ts'
import { CONTACT_TEXT } from '../texts.ts'

import css from './contact-form.module.css'

type FormCountries = readonly CountryWithRegions[]

const fieldNames = Object.keys(DetailsBody.shape) as (keyof DetailsBody)[]

/** Requires a selected region where the country has regions, otherwise a text. */
const requireRegion = (countries: FormCountries) =>
  (['region', 'region_id'] as const).map(field =>
    z.refine<Partial<ContactValues>>(
      ({ country_id = null, region_id = null, region = '' }) => {
        const regions = regionsOf(countries, country_id)
        const requiredField = regions.length > 0 ? 'region_id' : 'region'
        if (requiredField !== field) return true
        return field === 'region' ? region !== '' : regions.some(({ id }) => id === region_id)
      },
      {
        path: [field],
        error: 'Region or State is required',
        when: ({ value }) => typeof value === 'object' && value !== null,
      },
    ),
  )

type ContactFormProps = {
  values: ContactValues
  countries: FormCountries
  /** Called after saving: the parent refetches the cart. */
  onSaved: () => Promise<unknown>
}

export const ContactForm = ({ values, countries, onSaved }: ContactFormProps) => {
  const form = useForm({
    resolver: schemaResolver(
      DetailsBody.check(checkSoldTo(countries), checkPostalCode(countries), ...requireRegion(countries)),
    ),
    defaultValues: values as z.input<typeof DetailsBody>,
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const save = form.handleSubmit(async body => {
    try {
      await call(saveDetails, { body })
      await onSaved()
    } catch (error) {
      showRefusal(error, form, fieldNames, CONTACT_TEXT)
    }
  })
  return (
    <FormProvider {...form}>
      <form className={css.form} method="post" noValidate onSubmit={save}>
        <div className={css.fields}>
          <TextField
            label="First Name"
            autoComplete="given-name"
            className={css.half}
            {...register('first_name')}
            error={errors.first_name?.message}
          />
          <TextField
            label="Last Name"
            autoComplete="family-name"
            className={css.half}
            {...register('last_name')}
            error={errors.last_name?.message}
          />
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...register('email')}
            error={errors.email?.message}
          />
          <CountryField countries={countries} />
          <TextField
            label="Billing Address"
            autoComplete="billing address-line1"
            className={css.street}
            {...register('address')}
            error={errors.address?.message}
          />
          <TextField
            label="Suite/Apt #"
            autoComplete="billing address-line2"
            className={css.suite}
            {...register('address2')}
            error={errors.address2?.message}
          />
          <TextField
            label="Zip Code"
            autoComplete="billing postal-code"
            className={css.third}
            {...register('postal_code')}
            error={errors.postal_code?.message}
          />
          <TextField
            label="City"
            autoComplete="billing address-level2"
            className={css.third}
            {...register('city')}
            error={errors.city?.message}
          />
          <RegionField countries={countries} />
        </div>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        <Button type="submit" kind="primary" size="xl" wide busy={isSubmitting && 'Saving…'}>
          Continue to Payment
        </Button>
      </form>
    </FormProvider>
  )
}

const CountryField = ({ countries }: { countries: FormCountries }) => {
  const { control, setValue, clearErrors, formState } = useFormContext<ContactValues>()
  const { field, fieldState } = useController({ control, name: 'country_id' })
  const { ref, value, onChange, onBlur } = field
  return (
    <ComboboxField
      label="Country"
      items={filterCountryOptions(countries, formState.defaultValues?.country_id).map(({ id, name }) => ({
        value: String(id),
        label: name,
      }))}
      value={value === null ? null : String(value)}
      onBlur={onBlur}
      onChange={selectedId => {
        const selection = selectCountry(countries, selectedId === null ? null : Number(selectedId))
        onChange(selection.country_id)
        setValue('region_id', selection.region_id)
        setValue('region', selection.region)
        clearErrors(['country_id', 'region_id', 'region'])
      }}
      placeholder="Type to search"
      emptyText="No country matches."
      autoComplete="billing country-name"
      error={fieldState.error?.message ?? false}
      ref={ref}
    />
  )
}

const RegionField = ({ countries }: { countries: FormCountries }) => {
  const { control, register, formState, watch } = useFormContext<ContactValues>()
  const { field, fieldState } = useController({ control, name: 'region_id' })
  const regions = regionsOf(countries, watch('country_id'))
  if (regions.length === 0)
    return (
      <TextField
        label="Region or State"
        autoComplete="billing address-level1"
        className={css.third}
        {...register('region')}
        error={formState.errors.region?.message}
      />
    )
  return (
    <SelectField
      label="Region or State"
      autoComplete="billing address-level1"
      className={css.third}
      {...field}
      value={field.value ?? ''}
      onChange={({ target }) => field.onChange(target.value === '' ? null : Number(target.value))}
      error={fieldState.error?.message}
    >
      <option value="">Choose one</option>
      {regions.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
