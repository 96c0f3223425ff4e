/** One group of distributions of a rate: where, for how long, in which territory, with paid media or not. */
import { distributionName, distributions, quoted_distribution } from '#licensing/terms.ts'
import { advertisings, term_units, terms, territories } from '#rates/rate-shape.ts'
import { advertisingLabels, termLabel, territoryLabels } from '#rates/rate.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { SelectField } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { GroupDraft } from '../draft.ts'

import desk from '../../parts/desk.module.css'
import css from './group-fields.module.css'

type Props = {
  group: GroupDraft
  place: number
  error: string | undefined
  onChange: (group: GroupDraft) => void
  onRemove: (() => void) | undefined
}

const one = <T extends string>(known: readonly T[], said: string, usual: T): T =>
  known.find(value => value === said) ?? usual

export const GroupFields = ({ group, place, error, onChange, onRemove }: Props) => {
  const { distribution_ids: ids, term, custom_term_value, custom_term_unit, territory, territory_name } = group
  const set = (part: Partial<GroupDraft>) => onChange({ ...group, ...part })
  const toggle = (id: number) =>
    set({ distribution_ids: ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id] })
  return (
    <fieldset className={css.group}>
      <legend>Distribution group {place + 1}</legend>
      <div role="group" aria-label="Distributions" className={css.chips}>
        {[...distributions.map(({ id }) => id), quoted_distribution].map(id => (
          <Chip key={id} pressed={ids.includes(id)} onClick={() => toggle(id)}>
            {distributionName(id)}
          </Chip>
        ))}
      </div>
      <div className={desk.fields}>
        <SelectField
          dense
          label="Term"
          value={term}
          onChange={({ target }) => set({ term: one(terms, target.value, 'one-year') })}
        >
          {terms.map(value => (
            <option key={value} value={value}>
              {value === 'custom'
                ? 'Custom'
                : termLabel({ term: value, custom_term_value: null, custom_term_unit: null })}
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
              onChange={({ target }) => set({ custom_term_unit: one(term_units, target.value, 'months') })}
            >
              {term_units.map(unit => (
                <option key={unit}>{unit}</option>
              ))}
            </SelectField>
          </>
        )}
        <SelectField
          dense
          label="Territory"
          value={territory}
          onChange={({ target }) => set({ territory: one(territories, target.value, 'worldwide') })}
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
          onChange={({ target }) => set({ advertising: one(advertisings, target.value, 'not_applicable') })}
        >
          {advertisings.map(value => (
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
