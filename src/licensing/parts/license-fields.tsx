import { useId, type ReactNode } from 'react'

import { formatCents } from '#platform/money.ts'
import { CheckCard, RadioCard, RadioCards } from '#ui/radio-cards.tsx'

import type { ChoiceWithFormat } from '../choice.ts'
import type { LicenseSchema } from '../contract.ts'

import css from './license-fields.module.css'

type LicenseFieldsProps = {
  schema: LicenseSchema
  clip: { format_ids: readonly number[] }
  choice: ChoiceWithFormat
  onChange: (choice: ChoiceWithFormat) => void
  /** Another question, after those about the use. */
  more?: ReactNode
  /** The price: beside the fields where there is room, under the format. */
  children: ReactNode
}

/** The four questions of a license. */
export const LicenseFields = ({ schema, clip, choice, onChange, more, children }: LicenseFieldsProps) => {
  const name = useId()
  const set = (part: Partial<ChoiceWithFormat>) => onChange({ ...choice, ...part })
  const toggle = (id: number) => {
    const { distribution_ids: ids } = choice
    set({ distribution_ids: ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id] })
  }
  const formats = schema.formats.filter(format => clip.format_ids.includes(format.id))
  return (
    <div className={css.frame}>
      <div className={css.fields}>
        <RadioCards
          legend="Distribution"
          hint="Choose every place where it will be seen. The dearest counts in full, each further one at half."
          columns={2}
        >
          {schema.distributions.map(({ id, name: title, examples }) => (
            <CheckCard
              key={id}
              title={title}
              text={examples}
              aside={short(schema.prices.distributions[id]?.[choice.end_client_size - 1] ?? 0)}
              checked={choice.distribution_ids.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </RadioCards>
        <RadioCards legend="End client size" columns={3}>
          {schema.end_client_sizes.map(size => (
            <RadioCard
              key={size.id}
              name={`${name}-size`}
              title={size.name}
              text={size.people}
              checked={choice.end_client_size === size.id}
              onChange={() => set({ end_client_size: size.id })}
            />
          ))}
        </RadioCards>
        <RadioCards legend="Who it is for" columns={3}>
          {schema.org_types.map(({ id, name: title, text }) => (
            <RadioCard
              key={id}
              name={`${name}-org`}
              title={title}
              text={text}
              checked={choice.org_type === id}
              onChange={() => set({ org_type: id })}
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
              name={`${name}-format`}
              title={format.name}
              text={format.text}
              aside={format.surcharge.unformatted > 0 ? `+${short(format.surcharge.unformatted)}` : 'Included'}
              checked={choice.format_id === format.id}
              onChange={() => set({ format_id: format.id })}
            />
          ))}
        </RadioCards>
        <div className={css.price}>{children}</div>
      </div>
    </div>
  )
}

/** "$199": prices of the table are whole dollars. */
const short = (cents: number) => formatCents(cents).replace(/\.00$/, '')
