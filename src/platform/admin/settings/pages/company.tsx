/** The company: names, address, tax numbers, bank and contact. */
import { useFieldArray } from 'react-hook-form'

import { listTimeZones } from '#accounts/time-zone.ts'
import { SelectField } from '#ui/select.tsx'
import { TextField, type TextFieldProps } from '#ui/text-field.tsx'
import { listCountries } from '#workspaces/contract.ts'

import { listStaffAuditLog } from '../../../audit/audit-log-contract.ts'
import { call } from '../../../http/call.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import type { SettingsOf } from '../../../settings/groups.ts'
import { CompanyBody, getCompanySettings, saveCompanySettings } from '../contract.ts'
import { FieldRows } from '../parts/field-rows.tsx'
import { SettingsFrame, SettingsSection } from '../parts/settings-frame.tsx'
import { useSettingsForm } from '../parts/use-settings-form.ts'
import type { Route } from './+types/company'

import adminPage from '#ui/admin/admin-page.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Company', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [saved, log, countries] = await Promise.all([
    callForPage(args, getCompanySettings, {}),
    callForPage(args, listStaffAuditLog, { query: { about: 'settings', key: 'company' } }),
    callForPage(args, listCountries, {}),
  ])
  return {
    saved: saved.data,
    log: log.data,
    countries: countries.data.map(({ code, name }) => ({ code, name })),
    time_zones: listTimeZones(saved.data.value.time_zone),
  }
}

const schemeLabels = { vat: 'VAT', oss: 'VAT, One-Stop Shop', other: 'Other tax number' } as const

/** The fields that are one line of text. */
type TextName = {
  [K in keyof SettingsOf<'company'>]: SettingsOf<'company'>[K] extends string ? K : never
}[keyof SettingsOf<'company'>]

export default function CompanySettings({ loaderData: { saved, log, countries, time_zones } }: Route.ComponentProps) {
  const { form, ...state } = useSettingsForm({
    schema: CompanyBody,
    saved,
    send: body => call(saveCompanySettings, { body }),
  })
  const { register, formState, control } = form
  const { errors } = formState
  const taxIds = useFieldArray({ control, name: 'tax_ids' })
  const field = (name: TextName): Pick<TextFieldProps, 'error'> & ReturnType<typeof register> & { dense: true } => ({
    dense: true,
    ...register(name),
    error: errors[name]?.message,
  })
  const countryOptions = countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))
  return (
    <SettingsFrame group="company" log={log} state={state}>
      <SettingsSection title="Names">
        <TextField label="Name" hint="In the header, titles and mails." {...field('name')} />
        <TextField label="Legal name" hint="On documents and legal texts." {...field('legal_name')} />
        <TextField label="Tagline" optional className={adminPage.wide} {...field('tagline')} />
        <TextField
          label="Start of file names"
          hint="Downloads are called after it, such as north-light-receipt.pdf."
          {...field('file_prefix')}
        />
      </SettingsSection>
      <SettingsSection title="Address">
        <TextField label="Address" optional autoComplete="address-line1" {...field('address1')} />
        <TextField label="Second line" optional autoComplete="address-line2" {...field('address2')} />
        <TextField label="Postal code" optional autoComplete="postal-code" {...field('postal_code')} />
        <TextField label="City" optional autoComplete="address-level2" {...field('city')} />
        <TextField label="State or region" optional autoComplete="address-level1" {...field('region')} />
        <SelectField dense label="Country" {...register('country')} error={errors.country?.message}>
          {countryOptions}
        </SelectField>
        <SelectField
          dense
          label="Time zone"
          hint="Only for your weekdays on the contact page, and for the end of a maintenance."
          {...register('time_zone')}
          error={errors.time_zone?.message}
        >
          {time_zones.map(zone => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
      </SettingsSection>
      <SettingsSection title="Contact">
        <TextField label="Phone" type="tel" {...field('phone')} />
        <TextField
          label="Support email"
          type="email"
          hint="On pages and mails. Requests of customers arrive there."
          {...field('email')}
        />
      </SettingsSection>
      <FieldRows
        title="Tax numbers"
        noun="tax number"
        hint="On every document. VAT numbers are checked by their check digits. Electronic invoices need a tax number and the address."
        keys={taxIds.fields.map(({ id }) => id)}
        error={errors.tax_ids?.message ?? errors.tax_ids?.root?.message}
        onAdd={() => taxIds.append({ scheme: 'vat', country: form.getValues('country'), number: '' })}
        onRemove={taxIds.remove}
      >
        {index => (
          <>
            <SelectField
              dense
              label="Kind"
              {...register(`tax_ids.${index}.scheme`)}
              error={errors.tax_ids?.[index]?.scheme?.message}
            >
              {Object.entries(schemeLabels).map(([scheme, label]) => (
                <option key={scheme} value={scheme}>
                  {label}
                </option>
              ))}
            </SelectField>
            <SelectField
              dense
              label="Country"
              {...register(`tax_ids.${index}.country`)}
              error={errors.tax_ids?.[index]?.country?.message}
            >
              {countryOptions}
            </SelectField>
            <TextField
              dense
              label="Number"
              {...register(`tax_ids.${index}.number`)}
              error={errors.tax_ids?.[index]?.number?.message}
            />
          </>
        )}
      </FieldRows>
      <SettingsSection title="Register">
        <TextField label="Register" optional {...field('register_name')} />
        <TextField label="Number" optional {...field('register_number')} />
      </SettingsSection>
      <SettingsSection title="Bank account">
        <TextField label="Account holder" optional {...field('bank_account_holder')} />
        <TextField label="Bank" optional {...field('bank_name')} />
        <TextField label="IBAN or account number" optional hint="On unpaid invoices." {...field('iban')} />
        <TextField label="BIC" optional {...field('bic')} />
      </SettingsSection>
    </SettingsFrame>
  )
}
