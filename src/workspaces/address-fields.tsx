/** The address fields of a form. Must be inside a `<FormProvider>` whose values include these fields. */
import { useController, useFormContext } from 'react-hook-form'

import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import { filterCountryOptions, filterFrequentCountries, regionsOf } from './address.ts'
import type { CountryWithRegions } from './contract.ts'

import styles from './address-fields.module.css'

export type AddressValues = {
  address: string
  address2: string
  city: string
  postal_code: string
  /** null until a country is selected. */
  country_id: number | null
  country_region_id: number | null
  region: string
}

type CountryOptions = readonly CountryWithRegions[]

export const AddressFields = ({ countries }: { countries: CountryOptions }) => {
  const { register, formState } = useFormContext<AddressValues>()
  const { errors } = formState
  return (
    <div className={styles.frame}>
      <div className={styles.fields}>
        <CountryField countries={countries} />
        <TextField
          label="Address"
          autoComplete="billing address-line1"
          className={styles.street}
          {...register('address')}
          error={errors.address?.message}
        />
        <TextField
          label="Suite / Apt #"
          optional
          autoComplete="billing address-line2"
          className={styles.suite}
          {...register('address2')}
          error={errors.address2?.message}
        />
        <TextField
          label="City"
          autoComplete="billing address-level2"
          className={styles.city}
          {...register('city')}
          error={errors.city?.message}
        />
        <StateField countries={countries} />
        <TextField
          label="Zip code"
          autoComplete="billing postal-code"
          className={styles.zip}
          {...register('postal_code')}
          error={errors.postal_code?.message}
        />
      </div>
    </div>
  )
}

/** A change of the country clears the state. */
const CountryField = ({ countries }: { countries: CountryOptions }) => {
  const { control, setValue, clearErrors, formState } = useFormContext<AddressValues>()
  const { field, fieldState } = useController({ control, name: 'country_id' })
  const options = filterCountryOptions(countries, formState.defaultValues?.country_id)
  const frequent = filterFrequentCountries(options)
  return (
    <SelectField
      label="Country"
      autoComplete="billing country-name"
      {...field}
      value={field.value ?? ''}
      onChange={({ target }) => {
        field.onChange(target.value === '' ? null : Number(target.value))
        setValue('country_region_id', null)
        setValue('region', '')
        clearErrors(['country_region_id', 'region'])
      }}
      error={fieldState.error?.message}
    >
      <option value="">Choose a country</option>
      {frequent.length > 0 && (
        <optgroup label="Frequently selected">
          <Options of={frequent} />
        </optgroup>
      )}
      <optgroup label="All countries">
        <Options of={options} />
      </optgroup>
    </SelectField>
  )
}

const StateField = ({ countries }: { countries: CountryOptions }) => {
  const { control, register, formState, watch } = useFormContext<AddressValues>()
  const { field, fieldState } = useController({ control, name: 'country_region_id' })
  const regions = regionsOf(countries, watch('country_id'))
  if (regions.length === 0)
    return (
      <TextField
        label="State"
        autoComplete="billing address-level1"
        className={styles.state}
        {...register('region')}
        error={formState.errors.region?.message}
      />
    )
  return (
    <SelectField
      label="State"
      autoComplete="billing address-level1"
      className={styles.state}
      {...field}
      value={field.value ?? ''}
      onChange={({ target }) => field.onChange(target.value === '' ? null : Number(target.value))}
      error={fieldState.error?.message}
    >
      <option value="">Choose a state</option>
      <Options of={regions} />
    </SelectField>
  )
}

const Options = ({ of }: { of: readonly { id: number; name: string }[] }) =>
  of.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
