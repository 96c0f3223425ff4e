/** The price calculator: prices any license of any clip with the function that the server uses. */
import { useState, type ReactNode } from 'react'

import { Money } from '#ui/money.tsx'
import { RadioCard, RadioCards } from '#ui/radio-cards.tsx'

import { defaultChoice, type ChoiceWithFormat } from './choice.ts'
import type { LicenseSchema } from './contract.ts'
import { LicenseFields } from './parts/license-fields.tsx'
import { LicensePrice } from './parts/license-price.tsx'
import type { SharedPrice } from './price-link.ts'
import { priceOf } from './price.ts'
import { tiers, type Tier, distributionName } from './terms.ts'

import css from './price-calculator.module.css'

const tierTexts: Record<Tier, { title: string; text: string }> = {
  standard: { title: 'Standard', text: 'Most clips' },
  premium: { title: 'Premium', text: 'Rare or hard to shoot' },
  signature: { title: 'Signature', text: 'One of a kind' },
}

const summarizeDistributions = ({ distribution_ids: [first, ...others] }: ChoiceWithFormat) =>
  first === undefined ? '' : `${distributionName(first)}${others.length > 0 ? ` and ${others.length} more` : ''}`

/** Formats "×1.5". */
const formatMultiplier = (percent: number) => `×${percent / 100}`

type PriceCalculatorProps = {
  schema: LicenseSchema
  /** From a link to a price. */
  initial?: SharedPrice | null
  /** Renders the next step for this choice, below the price. */
  next: (choice: ChoiceWithFormat) => ReactNode
}

export const PriceCalculator = ({ schema, initial, next }: PriceCalculatorProps) => {
  const [choice, setChoice] = useState<ChoiceWithFormat>(initial?.choice ?? defaultChoice)
  const [tier, setTier] = useState<Tier>(initial?.tier ?? 'standard')
  const { tier_percent } = schema.prices
  const isComplete = choice.distribution_ids.length > 0
  return (
    <div className={css.frame}>
      <LicenseFields
        schema={schema}
        clip={{ format_ids: schema.formats.map(({ id }) => id) }}
        choice={choice}
        onChange={setChoice}
        priceOf={other => priceOf({ choice: other, tier, format_id: other.format_id }, schema.prices).cents}
        more={
          <RadioCards legend="Tier of the clip" hint="Each clip’s page shows its tier." columns={3}>
            {tiers.map(name => (
              <RadioCard
                key={name}
                name="tier"
                title={tierTexts[name].title}
                text={tierTexts[name].text}
                aside={formatMultiplier(tier_percent[name])}
                checked={tier === name}
                onChange={() => setTier(name)}
              />
            ))}
          </RadioCards>
        }
      >
        <div className={css.price}>
          <LicensePrice prices={schema.prices} tier={tier} choice={choice} />
          {isComplete && next(choice)}
        </div>
      </LicenseFields>
      {isComplete && (
        <p className={css.bar} aria-hidden="true">
          {summarizeDistributions(choice)}
          <strong>
            <Money cents={priceOf({ choice, tier, format_id: choice.format_id }, schema.prices).cents} />
          </strong>
        </p>
      )}
    </div>
  )
}
