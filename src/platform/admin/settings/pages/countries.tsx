/** Which countries are sold to. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'

import { Button } from '#ui/button.tsx'
import { RemovableChip } from '#ui/chip.tsx'
import { FieldNote } from '#ui/field.tsx'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'
import { SelectField } from '#ui/select.tsx'
import { listCountries } from '#workspaces/contract.ts'

import { listStaffAuditLog } from '../../../audit/audit-log-contract.ts'
import { call } from '../../../http/call.ts'
import { callForPage, pageMeta } from '../../../http/page.ts'
import { CountriesBody, getCountriesSettings, saveCountriesSettings } from '../contract.ts'
import { SettingsFrame } from '../parts/settings-frame.tsx'
import { useSettingsForm } from '../parts/use-settings-form.ts'
import type { Route } from './+types/countries'

import css from './countries.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Countries', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [saved, log, countries] = await Promise.all([
    callForPage(args, getCountriesSettings, {}),
    callForPage(args, listStaffAuditLog, { query: { about: 'settings', key: 'countries' } }),
    callForPage(args, listCountries, {}),
  ])
  return { saved: saved.data, log: log.data, countries: countries.data.map(({ code, name }) => ({ code, name })) }
}

export default function CountriesSettings({ loaderData: { saved, log, countries } }: Route.ComponentProps) {
  const { form, ...state } = useSettingsForm({
    schema: CountriesBody,
    saved,
    send: body => call(saveCountriesSettings, { body }),
  })
  const { register, control } = form
  const {
    field: { value: codes, onChange, ref },
    fieldState,
  } = useController({ control, name: 'codes' })
  const [choice, setChoice] = useState('')
  const chosenCountries = countries.filter(({ code }) => codes.includes(code))
  const add = () => {
    onChange([...codes, choice])
    setChoice('')
  }
  return (
    <SettingsFrame group="countries" log={log} state={state}>
      <RadioCards
        legend="You sell to"
        columns={2}
        hint="Decided by the country of the billing address. Licenses that were sold before stay valid."
      >
        <RadioCard value="all_except" title="All countries except those listed" {...register('mode')} />
        <RadioCard value="only" title="Only the countries listed" {...register('mode')} />
      </RadioCards>
      <fieldset className={css.list}>
        <legend>The list</legend>
        {chosenCountries.length > 0 ? (
          <ul className={css.chips}>
            {chosenCountries.map(({ code, name }) => (
              <li key={code}>
                <RemovableChip
                  removeLabel={`remove ${name} from the list`}
                  onRemove={() => onChange(codes.filter(other => other !== code))}
                >
                  {name}
                </RemovableChip>
              </li>
            ))}
          </ul>
        ) : (
          <p className={css.empty}>No country is listed.</p>
        )}
        <FieldNote error={fieldState.error?.message} />
        <div className={css.add}>
          <SelectField
            dense
            label="Country"
            value={choice}
            ref={ref}
            onChange={({ target }) => setChoice(target.value)}
          >
            <option value="">Choose a country</option>
            {countries
              .filter(({ code }) => !codes.includes(code))
              .map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
          </SelectField>
          <Button disabled={choice === ''} onClick={add}>
            <Plus aria-hidden />
            Add to the list
          </Button>
        </div>
      </fieldset>
    </SettingsFrame>
  )
}
