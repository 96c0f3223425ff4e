/** Where the company is registered for tax, its own rates, and what an unconfirmed VAT number means. */
import { useFieldArray } from 'react-hook-form'

import { listTaxPlaces, type TaxPlaceOption } from '#tax/tax-settings.ts'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { listCountries } from '#workspaces/contract.ts'

import { listStaffAuditLog } from '../../../audit/audit-log-contract.ts'
import { call } from '../../../http/call.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import { registrationSchemes, type RegistrationScheme } from '../../../settings/tax-group.ts'
import { getTaxSettings, saveTaxSettings, TaxBody } from '../contract.ts'
import { FieldRows } from '../parts/field-rows.tsx'
import { SettingsFrame } from '../parts/settings-frame.tsx'
import { useSettingsForm } from '../parts/use-settings-form.ts'
import type { Route } from './+types/tax'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Tax', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [saved, log, countries] = await Promise.all([
    callForPage(args, getTaxSettings, {}),
    callForPage(args, listStaffAuditLog, { query: { about: 'settings', key: 'tax' } }),
    callForPage(args, listCountries, {}),
  ])
  return { saved: saved.data, log: log.data, places: listTaxPlaces(countries.data) }
}

const schemeLabels: Record<RegistrationScheme, string> = {
  national: 'VAT, GST or sales tax',
  union_oss: 'One-Stop Shop, for companies in the EU',
  non_union_oss: 'One-Stop Shop, for companies outside the EU',
}

const toDayOrNull = (value: string | null) => (value === '' ? null : value)

export default function TaxSettings({ loaderData: { saved, log, places } }: Route.ComponentProps) {
  const { form, ...state } = useSettingsForm({
    schema: TaxBody,
    saved,
    send: body => call(saveTaxSettings, { body }),
  })
  const { register, formState, control } = form
  const { errors } = formState
  const registrations = useFieldArray({ control, name: 'registrations' })
  const rates = useFieldArray({ control, name: 'rates' })
  const exchangeRates = useFieldArray({ control, name: 'exchange_rates' })
  return (
    <SettingsFrame group="tax" log={log} state={state}>
      <FieldRows
        title="Registrations"
        noun="registration"
        hint="Tax is charged only where you are registered. Ask your tax advisor where you have to be."
        keys={registrations.fields.map(({ id }) => id)}
        error={errors.registrations?.message ?? errors.registrations?.root?.message}
        max={200}
        onAdd={() => registrations.append({ scheme: 'national', place: '', number: '', from: '', to: null })}
        onRemove={registrations.remove}
      >
        {index => {
          const rowErrors = errors.registrations?.[index]
          return (
            <>
              <SelectField
                dense
                label="Kind"
                {...register(`registrations.${index}.scheme`)}
                error={rowErrors?.scheme?.message}
              >
                {registrationSchemes.map(scheme => (
                  <option key={scheme} value={scheme}>
                    {schemeLabels[scheme]}
                  </option>
                ))}
              </SelectField>
              <SelectField
                dense
                label="Place"
                {...register(`registrations.${index}.place`)}
                error={rowErrors?.place?.message}
              >
                <PlaceOptions places={places.filter(({ can_register }) => can_register)} />
              </SelectField>
              <TextField
                dense
                label="Number"
                optional
                hint="On documents with this tax."
                {...register(`registrations.${index}.number`)}
                error={rowErrors?.number?.message}
              />
              <TextField
                dense
                type="date"
                label="First day"
                {...register(`registrations.${index}.from`)}
                error={rowErrors?.from?.message}
              />
              <TextField
                dense
                type="date"
                label="Last day"
                optional
                {...register(`registrations.${index}.to`, { setValueAs: toDayOrNull })}
                error={rowErrors?.to?.message}
              />
            </>
          )
        }}
      </FieldRows>
      <FieldRows
        title="Rates that change"
        noun="rate"
        hint="Sales on and after the first day are taxed at this rate instead of the built-in one. Earlier sales keep theirs."
        keys={rates.fields.map(({ id }) => id)}
        error={errors.rates?.message ?? errors.rates?.root?.message}
        max={200}
        onAdd={() => rates.append({ place: '', percent: 0, from: '', source: '' })}
        onRemove={rates.remove}
      >
        {index => {
          const rowErrors = errors.rates?.[index]
          return (
            <>
              <SelectField dense label="Place" {...register(`rates.${index}.place`)} error={rowErrors?.place?.message}>
                <PlaceOptions places={places} />
              </SelectField>
              <TextField
                dense
                type="number"
                step="any"
                label="Rate in percent"
                hint="0 where downloads aren’t taxed anymore."
                {...register(`rates.${index}.percent`, { valueAsNumber: true })}
                error={rowErrors?.percent?.message}
              />
              <TextField
                dense
                type="date"
                label="First day"
                {...register(`rates.${index}.from`)}
                error={rowErrors?.from?.message}
              />
              <TextField
                dense
                label="Source"
                hint="The law or announcement."
                {...register(`rates.${index}.source`)}
                error={rowErrors?.source?.message}
              />
            </>
          )
        }}
      </FieldRows>
      <FieldRows
        title="Exchange rates"
        noun="currency rate"
        hint="Only without RATES_URL: documents state the tax in the currency of its country. A rate counts for 40 days, or until the next. Enter US dollars, and each currency except euros that you owe tax in."
        keys={exchangeRates.fields.map(({ id }) => id)}
        error={errors.exchange_rates?.message ?? errors.exchange_rates?.root?.message}
        max={200}
        onAdd={() => exchangeRates.append({ currency: 'USD', from: '', per_euro: 1 })}
        onRemove={exchangeRates.remove}
      >
        {index => {
          const rowErrors = errors.exchange_rates?.[index]
          return (
            <>
              <TextField
                dense
                label="Currency"
                autoCapitalize="characters"
                {...register(`exchange_rates.${index}.currency`)}
                error={rowErrors?.currency?.message}
              />
              <TextField
                dense
                type="number"
                step="any"
                label="One euro is"
                {...register(`exchange_rates.${index}.per_euro`, { valueAsNumber: true })}
                error={rowErrors?.per_euro?.message}
              />
              <TextField
                dense
                type="date"
                label="Day"
                {...register(`exchange_rates.${index}.from`)}
                error={rowErrors?.from?.message}
              />
            </>
          )
        }}
      </FieldRows>
      <RadioCards
        legend="VAT numbers that no service has confirmed"
        columns={2}
        hint="The EU’s service is often unavailable, and it doesn’t know British numbers. Orders record what it answered."
      >
        <RadioCard
          value="trust"
          title="Don’t charge VAT if format and check digits are right"
          {...register('unchecked_vat_numbers')}
        />
        <RadioCard value="charge" title="Charge VAT" {...register('unchecked_vat_numbers')} />
      </RadioCards>
    </SettingsFrame>
  )
}

const PlaceOptions = ({ places }: { places: readonly TaxPlaceOption[] }) => (
  <>
    <option value="">Choose a place</option>
    {places.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </>
)
