import { useId, type ReactNode } from 'react'

import { formatCents } from '#platform/money.ts'
import { CheckCard, RadioCard, RadioCards } from '#ui/radio-cards.tsx'

import type { ChoiceWithFormat } from '../choice.ts'
import { EDITORIAL_LABEL, getClosedReason } from '../closed-uses.ts'
import type { LicenseSchema } from '../contract.ts'

import css from './license-fields.module.css'

type LicenseFieldsProps = {
  schema: LicenseSchema
  clip: { format_ids: readonly number[]; releases?: readonly string[] }
  choice: ChoiceWithFormat
  onChange: (choice: ChoiceWithFormat) => void
  /** An additional field, after those about the use. */
  more?: ReactNode
  /** The price, shown below the format; beside the fields on wide screens. */
  children: ReactNode
}

/** The fields of a license choice: distribution, client size, organization type and format. */
export const LicenseFields = ({ schema, clip, choice, onChange, more, children }: LicenseFieldsProps) => {
  const idPrefix = useId()
  const update = (changes: Partial<ChoiceWithFormat>) => onChange({ ...choice, ...changes })
  const toggle = (id: number) => {
    const { distribution_ids: ids } = choice
    update({ distribution_ids: ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id] })
  }
  const formats = schema.formats.filter(format => clip.format_ids.includes(format.id))
  return (
    <div className={css.frame}>
      <div className={css.fields}>
        <RadioCards
          legend="Distribution"
          hint="Choose every place where it will be seen. The most expensive one counts in full, each further one at half."
          columns={2}
        >
          {schema.distributions.map(({ id, name: title, examples }) => {
            const closedReason = getClosedReason(clip.releases ?? [], id)
            const checked = choice.distribution_ids.includes(id)
            return (
              <CheckCard
                key={id}
                title={title}
                text={closedReason === null ? examples : `${EDITORIAL_LABEL}. ${closedReason}`}
                aside={formatDollars(schema.prices.distributions[id]?.[choice.end_client_size - 1] ?? 0)}
                checked={checked}
                // A choice of another clip can be taken back.
                disabled={closedReason !== null && !checked}
                onChange={() => toggle(id)}
              />
            )
          })}
        </RadioCards>
        <RadioCards legend="End client size" columns={3}>
          {schema.end_client_sizes.map(size => (
            <RadioCard
              key={size.id}
              name={`${idPrefix}-size`}
              title={size.name}
              text={size.people}
              checked={choice.end_client_size === size.id}
              onChange={() => update({ end_client_size: size.id })}
            />
          ))}
        </RadioCards>
        <RadioCards legend="Who it is for" columns={3}>
          {schema.org_types.map(({ id, name: title, text }) => (
            <RadioCard
              key={id}
              name={`${idPrefix}-org`}
              title={title}
              text={text}
              checked={choice.org_type === id}
              onChange={() => update({ org_type: id })}
            />
          ))}
        </RadioCards>
        {more}
      </div>
      <div className={css.side}>
        <RadioCards legend="Format" columns={2}>
          {formats.map(format => (
            <RadioCard
              key={format.id}
              name={`${idPrefix}-format`}
              title={format.name}
              text={format.text}
              aside={format.surcharge.unformatted > 0 ? `+${formatDollars(format.surcharge.unformatted)}` : 'Included'}
              checked={choice.format_id === format.id}
              onChange={() => update({ format_id: format.id })}
            />
          ))}
        </RadioCards>
        <div className={css.price}>{children}</div>
      </div>
    </div>
  )
}

/** Formats "$199"; list prices are whole dollars. */
const formatDollars = (cents: number) => formatCents(cents).replace(/\.00$/, '')
