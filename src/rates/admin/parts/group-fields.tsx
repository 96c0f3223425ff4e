/** The fields of one distribution group of a rate: distributions, term, territory and media spend. */

import { advertisingTypes, termUnits, termOptions, territories } from '#licensing/rate-schema.ts'
import { advertisingLabels, formatTerm, territoryLabels } from '#licensing/rate.ts'
import { distributionName, distributions, BUYOUT_DISTRIBUTION_ID } from '#licensing/terms.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { RateGroupDraft } from '../draft.ts'

import adminPage from '#ui/admin/admin-page.module.css'
import css from './group-fields.module.css'

type RateGroupFieldsProps = {
  group: RateGroupDraft
  index: number
  error: string | undefined
  onChange: (group: RateGroupDraft) => void
  onRemove: (() => void) | undefined
}

const pickOption = <T extends string>(options: readonly T[], value: string, fallback: T): T =>
  options.find(option => option === value) ?? fallback

export const RateGroupFields = ({ group, index, error, onChange, onRemove }: RateGroupFieldsProps) => {
  const { distribution_ids: ids, term, custom_term_value, custom_term_unit, territory, territory_name } = group
  const set = (changes: Partial<RateGroupDraft>) => onChange({ ...group, ...changes })
  const toggle = (id: number) =>
    set({ distribution_ids: ids.includes(id) ? ids.filter(distributionId => distributionId !== id) : [...ids, id] })
  return (
    <fieldset className={css.group}>
      <legend>Distribution group {index + 1}</legend>
      <div role="group" aria-label="Distributions" className={css.chips}>
        {[...distributions.map(({ id }) => id), BUYOUT_DISTRIBUTION_ID].map(id => (
          <Chip key={id} pressed={ids.includes(id)} onClick={() => toggle(id)}>
            {distributionName(id)}
          </Chip>
        ))}
      </div>
      <div className={adminPage.fields}>
        <SelectField
          dense
          label="Term"
          value={term}
          onChange={({ target }) => set({ term: pickOption(termOptions, target.value, 'one-year') })}
        >
          {termOptions.map(value => (
            <option key={value} value={value}>
              {value === 'custom'
                ? 'Custom'
                : formatTerm({ term: value, custom_term_value: null, custom_term_unit: null })}
            </option>
          ))}
        </SelectField>
        {term === 'custom' && (
          <>
            <TextField
              dense
              label="How long"
              inputMode="numeric"
              maxLength={4}
              value={custom_term_value}
              onChange={({ target }) => set({ custom_term_value: target.value.replaceAll(/\D/g, '') })}
            />
            <SelectField
              dense
              label="Unit"
              value={custom_term_unit ?? 'months'}
              onChange={({ target }) => set({ custom_term_unit: pickOption(termUnits, target.value, 'months') })}
            >
              {termUnits.map(unit => (
                <option key={unit}>{unit}</option>
              ))}
            </SelectField>
          </>
        )}
        <SelectField
          dense
          label="Territory"
          value={territory}
          onChange={({ target }) => set({ territory: pickOption(territories, target.value, 'worldwide') })}
        >
          {territories.map(value => (
            <option key={value} value={value}>
              {territoryLabels[value]}
            </option>
          ))}
        </SelectField>
        {territory !== 'worldwide' && (
          <TextField
            dense
            label="Name of the territory"
            placeholder="Germany"
            maxLength={200}
            value={territory_name}
            onChange={({ target }) => set({ territory_name: target.value })}
          />
        )}
        <SelectField
          dense
          label="Media spend"
          value={group.advertising}
          onChange={({ target }) => set({ advertising: pickOption(advertisingTypes, target.value, 'not_applicable') })}
        >
          {advertisingTypes.map(value => (
            <option key={value} value={value}>
              {advertisingLabels[value]}
            </option>
          ))}
        </SelectField>
      </div>
      {error && (
        <p role="alert" className={css.error}>
          {error}.
        </p>
      )}
      {onRemove && (
        <p>
          <Button kind="quiet" size="sm" onClick={onRemove}>
            Remove this group
          </Button>
        </p>
      )}
    </fieldset>
  )
}
