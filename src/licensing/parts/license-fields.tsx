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
  /** Returns what a choice costs, in cents. */
  priceOf: (choice: ChoiceWithFormat) => number
  /** An additional field, after those about the use. */
  more?: ReactNode
  /** The price, shown below the format; beside the fields on wide screens. */
  children: ReactNode
}

/** The fields of a license choice: distribution, client size, organization type and format. */
export const LicenseFields = ({ schema, clip, choice, onChange, priceOf, more, children }: LicenseFieldsProps) => {
  const idPrefix = useId()
  const update = (changes: Partial<ChoiceWithFormat>) => onChange({ ...choice, ...changes })
  const toggle = (id: number) => {
    const { distribution_ids: ids } = choice
    update({ distribution_ids: ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id] })
  }
  /** Returns "+$175": what another choice costs more than this one. Of nothing chosen yet: its price. */
  const describeDifference = (changes: Partial<ChoiceWithFormat>): string => {
    const other = { ...choice, ...changes }
    if (other.distribution_ids.length === 0) return ''
    const cents = priceOf(other)
    return choice.distribution_ids.length === 0 ? formatDollars(cents) : formatDifference(cents - priceOf(choice))
  }
  /** What a chosen distribution adds to the others; of the only one, the price. */
  const describeDistribution = (id: number): string => {
    const { distribution_ids: ids } = choice
    if (!ids.includes(id)) return describeDifference({ distribution_ids: [...ids, id] })
    if (ids.length === 1) return formatDollars(priceOf(choice))
    const withoutIt = { ...choice, distribution_ids: ids.filter(other => other !== id) }
    return formatDifference(priceOf(choice) - priceOf(withoutIt))
  }
  const formats = schema.formats.filter(format => clip.format_ids.includes(format.id))
  return (
    <div className={css.frame}>
      <div className={css.fields}>
        <RadioCards
          legend="Distribution"
          hint="Select everywhere it will run. The highest-priced channel counts in full; each additional one is half price."
          rows
        >
          {schema.distributions.map(({ id, name: title, examples }) => {
            const closedReason = getClosedReason(clip.releases ?? [], id)
            const checked = choice.distribution_ids.includes(id)
            return (
              <CheckCard
                key={id}
                title={title}
                text={closedReason === null ? examples : `${EDITORIAL_LABEL}. ${closedReason}`}
                aside={closedReason === null && describeDistribution(id)}
                checked={checked}
                // A choice of another clip can be taken back.
                disabled={closedReason !== null && !checked}
                onChange={() => toggle(id)}
              />
            )
          })}
        </RadioCards>
        <RadioCards legend="End client size" rows>
          {schema.end_client_sizes.map(size => (
            <RadioCard
              key={size.id}
              name={`${idPrefix}-size`}
              title={size.name}
              text={size.people}
              aside={choice.end_client_size !== size.id && describeDifference({ end_client_size: size.id })}
              checked={choice.end_client_size === size.id}
              onChange={() => update({ end_client_size: size.id })}
            />
          ))}
        </RadioCards>
        <RadioCards legend="License type" rows>
          {schema.org_types.map(({ id, name: title, text }) => (
            <RadioCard
              key={id}
              name={`${idPrefix}-org`}
              title={title}
              text={text}
              aside={choice.org_type !== id && describeDifference({ org_type: id })}
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

/** Formats "+$175", "−$50", or nothing where the price is the same. */
const formatDifference = (cents: number) =>
  cents === 0 ? '' : `${cents > 0 ? '+' : '−'}${formatDollars(Math.abs(cents))}`
